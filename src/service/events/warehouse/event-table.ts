// Describes a metric source as a table of events: which column holds which part of an event, and why a filter cannot use a part
// that has no column.
import type { EventField } from "#contract/event-where.ts";
import { plainSource, sourceTextProblem } from "#contract/source-text.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { MetricSource, SourceColumn } from "#contract/warehouse-source.ts";
import type { MetricTable } from "#service/analysis/warehouse/source-tables.ts";
import { withFormulas } from "#service/analysis/warehouse/metric-tables.ts";
import { type Missing, timeTypeOf } from "#service/analysis/warehouse/table-of-source.ts";
import { HttpError } from "#service/http/errors.ts";

type Bounds = Pick<MetricTable, "timeColumn" | "timeType" | "partitionColumn">;

export interface EventTable extends Bounds, Pick<MetricTable, "name" | "sql"> {
  readonly eventColumn: string | undefined;
  readonly valueColumn: string | undefined;
  /** Column with a JSON object of metadata fields. */
  readonly fieldsColumn: string | undefined;
  /** Columns of unit ids, by unit type. */
  readonly unitColumns: ReadonlyMap<string, string>;
  /** The column named `source`, which says where an event came from. */
  readonly sourceColumn: string | undefined;
  /** Columns that each hold one metadata field; undefined if the columns of the source have not been read. */
  readonly fieldColumns: readonly SourceColumn[] | undefined;
  /** Columns of floating-point numbers, which engines format differently as text. */
  readonly floatColumns: ReadonlySet<string>;
}

const isFloat = ({ type, engineType }: SourceColumn) =>
  type === "number" && /float|double|real/i.test(engineType);

/** Throws 409 if the SQL of the source, or a formula in it, cannot be used. */
export function eventTable(source: MetricSource, provider: WarehouseProvider): EventTable {
  const { name, sql: sent, columns, datePartitionColumn, datePartitionType } = source;
  const unusable = (reason: string) =>
    new HttpError(409, `The metric source '${name}' cannot be read: ${reason}.`);
  const problem = sourceTextProblem(sent, provider);
  if (problem) throw unusable(problem);
  const missing: Missing[] = [];
  const sql = withFormulas(plainSource(sent, provider), source, { provider, missing });
  const [first] = missing;
  if (first) throw new HttpError(409, first.sentence);
  const given = (column: string | null | undefined) => column || undefined;
  const own = [
    source.timestampColumn,
    datePartitionColumn,
    source.eventColumn,
    source.valueColumn,
    source.fieldsColumn,
    ...source.idTypeMapping.map(({ column }) => column),
  ].map((column) => column?.toLowerCase());
  const others = (columns ?? []).filter((column) => !own.includes(column.name.toLowerCase()));
  const formulas = (source.customFieldMapping ?? []).map(({ key }) => ({
    name: key,
    type: "text",
    engineType: "",
  }));
  const isKnown = (columns ?? []).length > 0;
  const sourceColumn = others.find((column) => column.name.toLowerCase() === "source")?.name;
  return {
    name,
    sql,
    timeColumn: source.timestampColumn,
    timeType: timeTypeOf(source),
    ...(datePartitionColumn && {
      partitionColumn: { name: datePartitionColumn, type: datePartitionType === "text" ? "text" : "date" },
    }),
    eventColumn: given(source.eventColumn),
    valueColumn: given(source.valueColumn),
    fieldsColumn: given(source.fieldsColumn),
    unitColumns: new Map(source.idTypeMapping.map(({ statsigUnitID, column }) => [statsigUnitID, column])),
    sourceColumn,
    fieldColumns: isKnown
      ? [...others.filter((column) => column.name !== sourceColumn), ...formulas]
      : undefined,
    floatColumns: new Set((columns ?? []).filter(isFloat).map((column) => column.name)),
  };
}

const quoted = (names: Iterable<string>) => [...names].map((name) => `'${name}'`).join(", ");

/** Returns why a filter of this table cannot use a field; undefined if it can. */
export function fieldProblem(table: EventTable, field: EventField): string | undefined {
  const { name, unitColumns, fieldColumns, fieldsColumn } = table;
  switch (field.part) {
    case "anything":
      return "A warehouse is not searched for a text in all fields: name the field, as in country contains DE";
    case "user":
      return "A metric source has no attributes of users";
    case "value":
      return table.valueColumn
        ? undefined
        : `The metric source '${name}' does not say which column holds the value`;
    case "source":
      return table.sourceColumn || !fieldColumns
        ? undefined
        : `The metric source '${name}' has no column 'source'`;
    case "userID":
    case "id": {
      const type = field.part === "id" ? field.key : "userID";
      return unitColumns.has(type)
        ? undefined
        : `The metric source '${name}' has no column for '${type}'; it has ${quoted(unitColumns.keys())}`;
    }
    case "metadata":
      return !fieldColumns || fieldsColumn || fieldColumns.some((column) => column.name === field.key)
        ? undefined
        : `The metric source '${name}' has no column '${field.key}'; it has ${quoted(fieldColumns.map((column) => column.name))}`;
    default:
      return undefined;
  }
}
