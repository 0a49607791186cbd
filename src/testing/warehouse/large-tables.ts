// Tables of a shop that the engine itself generates: 28 days of events for the metrics, dimensions and groups of a large
// experiment.
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import type { Analysis } from "#service/analysis/totals/measure-experiment.ts";
import type { MetricTable, WarehouseSources } from "#service/analysis/warehouse/source-tables.ts";
import { write, writeWithin } from "./ask-engine.ts";
import type { Engine } from "./engines.ts";

const day = 86_400_000;
/** Number of days with events; the first seven are before the experiment. */
export const days = 28;
const first = Date.UTC(2026, 9, 1);
export const largeWindow = { start: first + 7 * day, end: first + days * day - 1 };
const metrics = 50;
const eventNames = 20;

interface Writing {
  /** SQL of a table with the column n, which holds the numbers from 0 to below `count`. */
  numbers: (count: number) => string;
  text: string;
  kind: string;
  schema: string;
}
const writings: Partial<Record<Engine["provider"], Writing>> = {
  trino: {
    numbers: (count) => {
      const side = Math.min(10_000, count);
      return `(select (b - 1) * ${side} + a - 1 as n from unnest(sequence(1, ${side})) t(a) cross join unnest(sequence(1, ${Math.ceil(count / side)})) u(b))`;
    },
    text: "varchar",
    kind: "with (partitioned_by = array['dt'])",
    schema: "hive.shop",
  },
  databricks: {
    numbers: (count) => `(select id as n from range(${count}))`,
    text: "string",
    kind: "using parquet partitioned by (dt)",
    schema: "shop",
  },
};

/** A number from 0 to below the limit, reproducible for each row. */
const drawn = (seed: number, below: number) =>
  `mod(mod(n, 1000003) * ${7919 + 2 * seed} + mod(n, 9973) * ${104_729 + seed}, ${below})`;

interface Tables {
  readonly sources: WarehouseSources;
  /** Adds the events of the last day. */
  readonly addLastDay: () => Promise<void>;
}

/** Generates the events of all days, with one unit per twenty events. */
export async function makeLargeTables(engine: Engine, count: number): Promise<WarehouseSources> {
  const { sources, addLastDay } = await makeTablesBeforeLastDay(engine, count);
  await addLastDay();
  return sources;
}

const hour = 3600;

export async function makeTablesBeforeLastDay({ client, provider }: Engine, count: number): Promise<Tables> {
  const writing = writings[provider];
  if (!writing) throw new Error(`No tables are written for ${provider}.`);
  const { numbers, text, kind, schema } = writing;
  const units = count / 20;
  const time = (seconds: string, from: number) =>
    `timestamp '${new Date(from).toISOString().slice(0, 10)} 00:00:00' + (${seconds}) * interval '1' second`;
  const chosen = (seed: number, below: number, name: string) =>
    `concat('${name} ', cast(${drawn(seed, below)} as ${text}))`;
  const withDay = (columns: string, from: string) =>
    `select s.*, substr(cast(happened as ${text}), 1, 10) as dt from (select ${columns} from ${from}) s`;
  const table = async (name: string, rows: string) => {
    await write(client, `drop table if exists ${schema}.${name}`);
    await writeWithin(hour, client, `create table ${schema}.${name} ${kind} as ${rows}`);
    return `select * from ${schema}.${name}`;
  };
  const exposures = await table(
    "exposures",
    withDay(
      `concat('u', cast(n as ${text})) as user_id, concat('g', cast(mod(n, 3) as ${text})) as variant, ${chosen(1, 10, "country")} as country, ${chosen(2, 10, "tier")} as tier, ${time(drawn(3, 14 * 86_400), first + 7 * day)} as happened`,
      `${numbers(units)} r`,
    ),
  );
  const second = drawn(7, days * 86_400);
  const events = (which: string) =>
    withDay(
      `concat('u', cast(${drawn(4, units)} as ${text})) as user_id, ${chosen(5, eventNames, "event")} as event, cast(${drawn(6, 10_000)} as double) / 100 as amount, ${time(second, first)} as happened`,
      `${numbers(count)} r where ${second} ${which} ${(days - 1) * 86_400}`,
    );
  const logged = await table("events", events("<"));
  const addLastDay = () => writeWithin(hour, client, `insert into ${schema}.events ${events(">=")}`);
  const source = {
    unitColumn: "user_id",
    timeColumn: "happened",
    timeType: "timestamp" as const,
    partitionColumn: { name: "dt", type: "text" as const },
  };
  const events20: MetricTable = {
    ...source,
    name: "events",
    sql: logged,
    tableName: `${schema}.events`,
    eventColumn: "event",
    valueColumn: "amount",
    valueType: "number",
    fieldColumns: {},
    fieldsColumn: null,
  };
  const sources = {
    assignment: {
      ...source,
      name: "exposures",
      sql: `select e.*, 'large' as experiment from (${exposures}) e`,
      experimentColumn: "experiment",
      experimentKey: "large",
      groupColumn: "variant",
      groups: { g0: "g0", g1: "g1", g2: "g2" },
      dimensionColumns: { country: "country", tier: "tier" },
      filters: [],
    },
    tableOfEvent: () => events20,
  };
  return { sources, addLastDay };
}

const inputs = Array.from({ length: metrics }, (_, index): MetricInput => {
  const event = `event ${index % eventNames}`;
  if (index < eventNames) return { id: `m${index}`, measure: "total", amounts: [{ event, adds: "one" }] };
  if (index < 2 * eventNames)
    return { id: `m${index}`, measure: "total", amounts: [{ event, adds: "its number" }] };
  return {
    id: `m${index}`,
    measure: "ratio",
    numerator: [{ event, adds: "its number" }],
    denominator: [{ event: `event ${(index + 1) % eventNames}`, adds: "one" }],
  };
});

/** 50 metrics with a covariate, winsorized, overall and in 20 slices. */
export const largeAnalysis = {
  window: { experimentID: "large", idType: undefined, ...largeWindow },
  inputs,
  winsorization: 99.9,
  cuped: true,
  dimensions: [
    { key: "country", type: "user" },
    { key: "tier", type: "user" },
  ],
} satisfies Analysis;
