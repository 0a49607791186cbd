// Detects by name and type which columns are probably the unit, the time, the group and so on. Pure.
import type { DetectedColumns } from "#contract/source-preview.ts";
import type { SourceColumn, SourceKind } from "#contract/warehouse-source.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { TimeType } from "#service/analysis/warehouse/source-tables.ts";

/** Name patterns, the most likely first. */
const names = {
  unitColumn: [
    /^(user|customer|account|visitor|member)_?id$/,
    /^(unit|stable|device|anonymous|client)_?id$/,
    /^(uid|user|unit|id)$/,
    /_?id$/,
  ],
  timestampColumn: [
    /^(ts|timestamp|event_?time|time|at|occurred_?at|exposed_?at|received_?at)$/,
    /(time|timestamp|_at|_ts)$/,
    /time|date|day/,
    /./,
  ],
  /** Time from which a row of properties is valid; another date, such as a date of birth, is a property itself. */
  validColumn: [
    /^(ts|timestamp|updated_?at|known_?at|changed_?at|valid_?(from|on|at)|as_?of|snapshot(_?(date|day|at|time))?)$/,
    /^(ds|dt|date|day)$/,
    /^(known|updated|changed|modified|valid|snapshot)|_since$/,
  ],
  datePartitionColumn: [
    /^(ds|dt|date|day|event_?date|partition_?date|dateid|date_?id|_partitiondate)$/,
    /(_date|_day|_ds|_dt)$/,
  ],
  experimentIDColumn: [
    /^experiment(_?(id|name|key))?$/,
    /experiment|^exp(_|$)|^test(_?(id|name))?$|^flag(_?(key|name))?$/,
  ],
  groupIDColumn: [
    /^(group|variant|variation|treatment|arm|bucket)(_?(id|name|key))?$/,
    /group|varia|treatment|arm$/,
  ],
  eventColumn: [/^event(_?(name|type|key))?$/, /^(action|name|type)$/, /event_?(name|type)/],
  valueColumn: [
    /^(value|amount|revenue|price|total|event_?value)$/,
    /(value|amount|revenue|price|total|usd|eur)/,
  ],
  fieldsColumn: [
    /^(metadata|properties|props|fields|attributes|params|event_?(metadata|properties|params))$/,
    /metadata|propert|json/,
  ],
} as const;

/** Returns the time type of a stored source or a detected column. */
export const timeTypeOf = ({
  timestampAsDay,
  timestampType,
}: {
  readonly timestampAsDay?: boolean | null | undefined;
  readonly timestampType?: string | null | undefined;
}): TimeType => {
  if (timestampAsDay) return "day";
  return timestampType === "timestamp with time zone" ? timestampType : "timestamp";
};

/** Returns how a column represents time; undefined if it does not. */
export function timeOf(
  column: SourceColumn | undefined,
  provider: WarehouseProvider,
): { timestampAsDay: boolean; timestampType?: string } | undefined {
  if (column?.type !== "time") return undefined;
  const type = column.engineType.toLowerCase();
  if (/^date$/.test(type)) return { timestampAsDay: true };
  const isZoned =
    /with time zone|timestamptz|_tz|_ltz/.test(type) ||
    ((provider === "bigquery" || provider === "databricks") && type === "timestamp");
  return {
    timestampAsDay: false,
    timestampType: isZoned ? "timestamp with time zone" : "timestamp",
  };
}

export function detectedColumns(
  columns: readonly SourceColumn[],
  kind: SourceKind,
  provider: WarehouseProvider,
): DetectedColumns {
  const taken = new Set<string>();
  const take = (field: keyof typeof names, isOfType: (column: SourceColumn) => boolean) => {
    for (const pattern of names[field])
      for (const column of columns)
        if (!taken.has(column.name) && isOfType(column) && pattern.test(column.name.toLowerCase())) {
          taken.add(column.name);
          return column;
        }
    return undefined;
  };
  const isText = ({ type }: SourceColumn) => type === "text";
  const isIn = (types: readonly string[]) => (column: SourceColumn) => types.includes(column.type);
  const isTime = ({ type, engineType }: SourceColumn) => type === "time" && !/^date$/i.test(engineType);

  const ofEntity = kind === "entity_property";
  const timeNames = ofEntity ? "validColumn" : "timestampColumn";
  const timestamp = take(timeNames, isTime) ?? take(timeNames, isIn(["time"]));
  const partition = ofEntity
    ? undefined
    : take("datePartitionColumn", ({ type, engineType }) => type === "text" || /^date$/i.test(engineType));
  const ofAssignment = kind === "assignment_source";
  const ofMetric = kind === "metric_source";
  const experiment = ofAssignment ? take("experimentIDColumn", isText) : undefined;
  const group = ofAssignment ? take("groupIDColumn", isIn(["text", "number", "boolean"])) : undefined;
  const unit = take("unitColumn", isIn(["text", "number"]));
  const event = ofMetric ? take("eventColumn", isText) : undefined;
  const value = ofMetric ? take("valueColumn", isIn(["number"])) : undefined;
  const fields = ofMetric ? take("fieldsColumn", isIn(["json", "text"])) : undefined;
  return {
    unitColumn: unit?.name ?? null,
    timestampColumn: timestamp?.name ?? null,
    ...timeOf(timestamp, provider),
    ...(partition && {
      datePartitionColumn: partition.name,
      datePartitionType: partition.type === "text" ? "text" : "date",
    }),
    ...(ofAssignment && {
      experimentIDColumn: experiment?.name ?? null,
      groupIDColumn: group?.name ?? null,
    }),
    ...(ofMetric && {
      eventColumn: event?.name ?? null,
      valueColumn: value?.name ?? null,
      fieldsColumn: fields?.name ?? null,
    }),
  };
}
