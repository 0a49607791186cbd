// Collects the columns that a SELECT over a metric source needs, each expression once. Pure.
import type { EventField } from "#contract/event-where.ts";
import type { Dialect } from "#service/analysis/warehouse/dialect.ts";
import { type Operand, textOperand } from "#service/analysis/warehouse/criteria-sql.ts";
import type { EventTable } from "./event-table.ts";

export interface EventParts {
  /** Adds a part of events, and returns SQL of its text and its number for comparisons. */
  operand(field: EventField): Operand;
  /** Adds a part of events as it is displayed, and returns its column in the result; undefined if the table does not have the
   *  part. */
  displayColumn(field: EventField): string | undefined;
  /** Adds any expression over a row `s` of the source, and returns its column. */
  addColumn(sql: string): string;
  /** Returns the select list of all columns added so far. */
  selectList(): string;
}

/** The columns are named `column_0`, `column_1` and so on; comparisons read them from a row `r`. */
export function eventParts(table: EventTable, dialect: Dialect): EventParts {
  const columns: string[] = [];
  const addColumn = (sql: string) => {
    if (!columns.includes(sql)) columns.push(sql);
    return `column_${columns.indexOf(sql)}`;
  };
  const column = (name: string) => `s.${dialect.column(name)}`;
  const none = dialect.text("null");

  /** Returns the column that holds exactly one part, or else SQL of the part's text: a field within JSON, a constant, or null if
   *  the table does not have the part. */
  function placeOf(field: EventField): { column: string } | { text: string } {
    const ofColumn = (name: string | undefined) => (name === undefined ? { text: none } : { column: name });
    switch (field.part) {
      case "name":
        return table.eventColumn
          ? { column: table.eventColumn }
          : { text: dialect.text(dialect.literal(table.name)) };
      case "value":
        return ofColumn(table.valueColumn);
      case "source":
        return ofColumn(table.sourceColumn);
      case "userID":
        return ofColumn(table.unitColumns.get("userID"));
      case "id":
        return ofColumn(table.unitColumns.get(field.key));
      case "metadata": {
        const { fieldColumns, fieldsColumn } = table;
        const isColumn = fieldColumns?.some(({ name }) => name === field.key) ?? !fieldsColumn;
        if (isColumn) return { column: field.key };
        return fieldsColumn
          ? { text: dialect.text(dialect.field(column(fieldsColumn), field.key)) }
          : { text: none };
      }
      default:
        return { text: none };
    }
  }

  return {
    operand: (field) => {
      const place = placeOf(field);
      const text = "text" in place ? place.text : dialect.text(column(place.column));
      const operand = textOperand(dialect, `r.${addColumn(`nullif(${text}, '')`)}`);
      if (!("column" in place) || !table.floatColumns.has(place.column)) return operand;
      const number = `cast(${column(place.column)} as ${dialect.double})`;
      return {
        ...operand,
        isNumber: true,
        number: `r.${addColumn(`case when abs(${number}) < 1e100 then ${number} end`)}`,
      };
    },
    // Engines format floating-point numbers differently, so these are returned as numbers, not as text.
    displayColumn: (field) => {
      const place = placeOf(field);
      if ("text" in place) return place.text === none ? undefined : addColumn(place.text);
      const own = column(place.column);
      return addColumn(table.floatColumns.has(place.column) ? own : dialect.text(own));
    },
    addColumn,
    selectList: () => columns.map((sql, index) => `${sql} as column_${index}`).join(", "),
  };
}
