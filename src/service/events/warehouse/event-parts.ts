// The parts of events as columns of one SELECT, each taken once. Pure.
import type { EventField } from "#contract/event-where.ts";
import type { Dialect } from "#service/analysis/warehouse/dialect.ts";
import { type Part, textPart } from "#service/analysis/warehouse/criteria-sql.ts";
import type { EventTable } from "./event-table.ts";

export interface EventParts {
  /** A part that a condition compares. */
  part(field: EventField): Part;
  /** The same as it is shown: its name in the rows that come back. Undefined where the table has none. */
  shown(field: EventField): string | undefined;
  /** A further column, of a row `s` of the source. */
  take(sql: string): string;
  /** Everything that was taken, as the list of a SELECT. */
  list(): string;
}

/** Columns are `column_0` and so on, of a row `r`. */
export function eventParts(table: EventTable, dialect: Dialect): EventParts {
  const taken: string[] = [];
  const take = (sql: string) => {
    if (!taken.includes(sql)) taken.push(sql);
    return `column_${taken.indexOf(sql)}`;
  };
  const column = (name: string) => `s.${dialect.column(name)}`;
  const none = dialect.text("null");

  /** The column that holds a part as it is; a text where the part is within another one. */
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
    part: (field) => {
      const place = placeOf(field);
      const text = "text" in place ? place.text : dialect.text(column(place.column));
      const part = textPart(dialect, `r.${take(`nullif(${text}, '')`)}`);
      if (!("column" in place) || !table.fractions.has(place.column)) return part;
      const number = `cast(${column(place.column)} as ${dialect.double})`;
      return {
        ...part,
        isNumber: true,
        number: `r.${take(`case when abs(${number}) < 1e100 then ${number} end`)}`,
      };
    },
    // Engines write fractions each in another way: as numbers they are all the same.
    shown: (field) => {
      const place = placeOf(field);
      if ("text" in place) return place.text === none ? undefined : take(place.text);
      const own = column(place.column);
      return take(table.fractions.has(place.column) ? own : dialect.text(own));
    },
    take,
    list: () => taken.map((sql, index) => `${sql} as column_${index}`).join(", "),
  };
}
