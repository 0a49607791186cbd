// SQL statements of a preview: columns, some rows, and aggregates of one week. Each reads the wrapped source within a period.
import { wrappedSource } from "#contract/source-text.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import type { TimeType } from "#service/analysis/warehouse/source-tables.ts";

/** A source with the columns chosen so far. */
export interface PreviewedSource {
  readonly sql: string;
  readonly provider: WarehouseProvider;
  readonly unitColumn?: string | undefined;
  readonly timeColumn?: string | undefined;
  readonly timeType?: TimeType | undefined;
  readonly partition?: { readonly name: string; readonly type: "date" | "text" } | undefined;
  /** Whether to read all rows instead of one week: properties of units stay valid for long. */
  readonly isWhole?: boolean | undefined;
}

export const shownRows = 10;
const week = 7 * 86_400_000;
const mostGroups = 50;
const mostEvents = 1000;
const mostJoined = 10_000;

export const columnsStatement = ({ sql, provider }: PreviewedSource) =>
  `select * from ${wrappedSource(sql, provider)} limit 0`;

/** Returns SQL of the rows since seven days before `now` (ms), future ones included. Throws if no time column is chosen. */
function lately(
  { sql, provider, timeColumn, timeType, partition, isWhole }: PreviewedSource,
  now: number,
): string {
  if (isWhole) return wrappedSource(sql, provider);
  if (!timeColumn || !timeType) throw new Error("No column of time");
  const dialect = dialects[provider];
  const from = now - week;
  const bounds = [`${dialect.column(timeColumn)} >= ${dialect.moment(from, timeType)}`];
  // One more day, because partitions may be by days of another time zone.
  const day = new Date(from - 86_400_000).toISOString().slice(0, 10);
  if (partition)
    bounds.push(
      `${dialect.column(partition.name)} >= ${partition.type === "text" ? dialect.literal(day) : dialect.moment(from - 86_400_000, "day")}`,
    );
  return `${wrappedSource(sql, provider)} where ${bounds.join(" and ")}`;
}

export const rowsStatement = (previewed: PreviewedSource, now: number) =>
  `select * from ${lately(previewed, now)} limit ${shownRows}`;

/** Counts distinct values approximately where the engine supports it, which is cheaper. */
function distinct(provider: WarehouseProvider, sql: string) {
  if (provider === "trino" || provider === "athena") return `approx_distinct(${sql})`;
  if (provider === "redshift") return `approximate count(distinct ${sql})`;
  return provider === "postgres" ? `count(distinct ${sql})` : `approx_count_distinct(${sql})`;
}

const count = (condition: string) => `sum(case when ${condition} then 1 else 0 end)`;

export function weekStatement(previewed: PreviewedSource & { unitColumn: string }, now: number) {
  const { provider, unitColumn, timeColumn, timeType } = previewed;
  const dialect = dialects[provider];
  const unit = dialect.column(unitColumn);
  const sums = [
    "count(*) as row_count",
    `${distinct(provider, unit)} as unit_count`,
    `${count(`${unit} is null or ${dialect.text(unit)} = ''`)} as without_unit`,
  ];
  if (timeColumn && timeType) {
    const time = dialect.column(timeColumn);
    sums.push(
      `max(${dialect.milliseconds(time, timeType)}) as newest`,
      `${count(`${time} > ${dialect.moment(now, timeType)}`)} as in_future`,
    );
  }
  return `select ${sums.join(", ")}
from ${lately(previewed, now)}`;
}

export function groupsStatement(
  previewed: PreviewedSource & { unitColumn: string },
  columns: { readonly experiment: string; readonly group: string },
  now: number,
) {
  const dialect = dialects[previewed.provider];
  return `select ${dialect.text(dialect.column(columns.experiment))} as experiment, ${dialect.text(dialect.column(columns.group))} as variant, count(*) as row_count,
  ${distinct(previewed.provider, dialect.column(previewed.unitColumn))} as unit_count
from ${lately(previewed, now)} group by 1, 2 order by 3 desc limit ${mostGroups}`;
}

export function eventsStatement(previewed: PreviewedSource, eventColumn: string, now: number) {
  const dialect = dialects[previewed.provider];
  return `select ${dialect.text(dialect.column(eventColumn))} as event_name, count(*) as row_count
from ${lately(previewed, now)} group by 1 order by 2 desc limit ${mostEvents}`;
}

type WithUnit = PreviewedSource & { unitColumn: string };

/** Counts how many units of the first source also occur in the second. */
export function joinStatement(first: WithUnit, second: WithUnit, now: number) {
  const dialect = dialects[first.provider];
  const unitsOf = (previewed: WithUnit) =>
    `select distinct ${dialect.text(dialect.column(previewed.unitColumn))} as unit from ${lately(previewed, now)}`;
  return `select count(*) as unit_count, ${count("b.unit is not null")} as known
from (${unitsOf(first)} limit ${mostJoined}) a left join (${unitsOf(second)}) b on a.unit = b.unit`;
}

/** Returns the statement used to estimate how many bytes loads read. */
export const readingStatement = (previewed: PreviewedSource, columns: readonly string[], now: number) => {
  const names = columns.map((name) => dialects[previewed.provider].column(name));
  return `select ${names.join(", ") || "*"} from ${lately(previewed, now)}`;
};

export const newestStatement = (previewed: PreviewedSource & { timeType: TimeType }, now: number) => {
  const dialect = dialects[previewed.provider];
  return `select max(${dialect.milliseconds(dialect.column(previewed.timeColumn ?? ""), previewed.timeType)}) as newest from ${lately(previewed, now)}`;
};
