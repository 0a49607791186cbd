// Test support: writes a log to warehouse tables, in several shapes that such tables have.
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import type { Dialect } from "./dialect.ts";
import type {
  AssignmentTable,
  MetricTable,
  PropertyTable,
  TimeType,
  WarehouseSources,
} from "./source-tables.ts";

/** A column with one value per row; times are in ms. */
export interface TestColumn {
  name: string;
  type: "text" | "number" | TimeType;
  values: readonly (string | number | null)[];
}

/** Creates a table in an engine; returns the SELECT that reads it. */
export type MakeTable = (name: string, columns: readonly TestColumn[]) => Promise<string>;

/** SQL of one SELECT with the rows as constants, for `create table … as` in engines that have no other way to load rows. */
export function rowsText(dialect: Dialect, columns: readonly TestColumn[]): string {
  const types = {
    text: (sql: string) => dialect.text(sql),
    number: (sql: string) => `cast(${sql} as ${dialect.double})`,
  };
  const empty = (type: TestColumn["type"]) =>
    type === "text" || type === "number" ? types[type]("null") : dialect.moment(0, type);
  const cell = (value: string | number | null, type: TestColumn["type"]) => {
    if (value === null) return empty(type);
    if (type === "text") return dialect.text(dialect.literal(String(value)));
    return type === "number"
      ? types.number(dialect.literal(String(value)))
      : dialect.moment(Number(value), type);
  };
  const rows = (columns[0]?.values ?? []).map(
    (_, row) =>
      `select ${columns.map(({ name, type, values }) => `${cell(values[row] ?? null, type)} as ${dialect.column(name)}`).join(", ")}`,
  );
  const none = `select ${columns.map(({ name, type }) => `${empty(type)} as ${dialect.column(name)}`).join(", ")}`;
  return rows.length > 0 ? rows.join(" union all ") : `select * from (${none}) n where 1 = 0`;
}

/** The shape of the tables; every shape must give the same numbers. */
export interface Shape {
  timeType: "timestamp" | "timestamp with time zone";
  /** Events named `view` have a table of their own, where every row is one. */
  hasOwnViews: boolean;
  /** The number of items has a column of its own. */
  hasItemsColumn: boolean;
  /** Tables have a partition by day. */
  partition: "date" | "text" | undefined;
  /** The table of events gives only the day of an event. */
  byDay?: boolean;
  /** Groups have different names in the warehouse than in the experiment. */
  renamesGroups: boolean;
  /** Properties are in a separate table, which also has rows that were valid before and after the exposure. */
  hasPropertyTable?: boolean;
}

const textIn = (json: string, key: string): string | null => JSON.parse(json)[key] ?? null;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const partitionOf = (partition: Shape["partition"], times: readonly number[]): TestColumn[] => {
  if (partition === "date")
    return [{ name: "dt", type: "day", values: times.map((time) => time - (time % 86_400_000)) }];
  return partition === "text" ? [{ name: "dt", type: "text", values: times.map(dayOf) }] : [];
};
const partitionColumn = (type: Shape["partition"]) => (type ? { partitionColumn: { name: "dt", type } } : {});

const columnsByKey = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, `user_${key}`]));

const propertyColumns = (exposures: readonly NewExposure[], keys: readonly string[]) =>
  keys.map((key): TestColumn => ({
    name: `user_${key}`,
    type: "text",
    values: exposures.map((exposure) => textIn(exposure.properties, key)),
  }));

/** Each unit had different properties before its exposures, and has them again afterwards. */
async function propertyTable(
  make: MakeTable,
  all: readonly NewExposure[],
  timeType: Shape["timeType"],
  keys: readonly string[],
): Promise<PropertyTable> {
  const seen = all.filter(({ experiment, unit }) => experiment === "form" && unit !== "");
  const something = JSON.stringify(Object.fromEntries(keys.map((key) => [key, "something else"])));
  const others = [...new Set(seen.map(({ unit }) => unit))].flatMap((unit) => {
    const own = seen.filter((exposure) => exposure.unit === unit);
    const times = own.map(({ time }) => time);
    return [Math.min(...times) - 1, Math.max(...times) + 1].flatMap((time) =>
      own.slice(0, 1).map((exposure) => ({ ...exposure, time, properties: something })),
    );
  });
  const rows = [...seen, ...others];
  const columns: TestColumn[] = [
    { name: "user_id", type: "text", values: rows.map(({ unit }) => unit) },
    { name: "since", type: timeType, values: rows.map(({ time }) => time) },
    ...propertyColumns(rows, keys),
  ];
  return {
    name: "people",
    sql: await make("people", columns),
    unitColumn: "user_id",
    time: { column: "since", type: timeType },
    columns: columnsByKey(keys),
  };
}

const lastOfDay = (time: number) => time - (time % 86_400_000) + 86_400_000 - 1;

const isOwnView = ({ hasOwnViews }: Shape, { name }: NewEvent) => hasOwnViews && name === "view";

/** Returns the events with the times that the tables give: for tables with days only, the last counted moment of the day. */
export const withTableTimes = (events: readonly NewEvent[], shape: Shape, end: number): NewEvent[] =>
  events.map((event) =>
    shape.byDay && !isOwnView(shape, event) && event.time <= lastOfDay(end)
      ? { ...event, time: Math.min(lastOfDay(event.time), end) }
      : event,
  );

/** Creates the tables of a log and returns their sources; units have properties for the given keys. */
export async function warehouseTables(
  make: MakeTable,
  { exposures, events }: { exposures: readonly NewExposure[]; events: readonly NewEvent[] },
  shape: Shape,
  properties: readonly string[],
): Promise<WarehouseSources> {
  const { timeType, hasOwnViews, hasItemsColumn, partition, renamesGroups, hasPropertyTable } = shape;
  const inWarehouse = (group: string) => (renamesGroups ? `the ${group}` : group);
  const groups = [...new Set(exposures.map(({ group }) => group))];
  const assignment: AssignmentTable = {
    name: "assignments",
    sql: await make("assignments", [
      // A missing unit id is stored alternately as null and as an empty text.
      {
        name: "user_id",
        type: "text",
        values: exposures.map(({ unit }, row) => (unit === "" && row % 2 ? null : unit)),
      },
      { name: "experiment", type: "text", values: exposures.map(({ experiment }) => experiment) },
      { name: "variant", type: "text", values: exposures.map(({ group }) => inWarehouse(group)) },
      { name: "seen", type: timeType, values: exposures.map(({ time }) => time) },
      ...(hasPropertyTable ? [] : propertyColumns(exposures, properties)),
      ...partitionOf(
        partition,
        exposures.map(({ time }) => time),
      ),
    ]),
    unitColumn: "user_id",
    timeColumn: "seen",
    timeType,
    experimentColumn: "experiment",
    experimentKey: "form",
    groupColumn: "variant",
    groups: Object.fromEntries(groups.map((group) => [inWarehouse(group), group])),
    dimensionColumns: hasPropertyTable ? {} : columnsByKey(properties),
    ...(hasPropertyTable && {
      properties: [await propertyTable(make, exposures, timeType, properties)],
    }),
    filters: [{ column: "experiment", values: ["form", "it's another"] }],
    ...partitionColumn(partition),
  };
  const metricTable = async (
    name: string,
    rows: readonly NewEvent[],
    isNamed: boolean,
    timeType: TimeType,
  ): Promise<MetricTable> => ({
    name,
    sql: await make(name, [
      { name: "user_id", type: "text", values: rows.map(({ unit }) => unit) },
      ...(isNamed ? [{ name: "event", type: "text", values: rows.map((row) => row.name) } as const] : []),
      {
        name: "happened",
        type: timeType,
        values: rows.map(({ time }) => (timeType === "day" ? time - (time % 86_400_000) : time)),
      },
      { name: "amount", type: "text", values: rows.map(({ value }) => value) },
      { name: "payload", type: "text", values: rows.map(({ metadata }) => metadata) },
      ...(hasItemsColumn
        ? [
            {
              name: "items",
              type: "text",
              values: rows.map(({ metadata }) => textIn(metadata, "items")),
            } as const,
          ]
        : []),
      ...partitionOf(
        partition,
        rows.map(({ time }) => time),
      ),
    ]),
    unitColumn: "user_id",
    timeColumn: "happened",
    timeType,
    eventColumn: isNamed ? "event" : null,
    valueColumn: "amount",
    fieldColumns: hasItemsColumn ? { items: "items" } : {},
    fieldsColumn: "payload",
    ...partitionColumn(partition),
  });
  const isOwn = (event: NewEvent) => isOwnView(shape, event);
  const views = hasOwnViews
    ? await metricTable("page_views", events.filter(isOwn), false, timeType)
    : undefined;
  const others = await metricTable(
    "events",
    events.filter((event) => !isOwn(event)),
    true,
    shape.byDay ? "day" : timeType,
  );
  return { assignment, tableOfEvent: (name) => (views && name === "view" ? views : others) };
}
