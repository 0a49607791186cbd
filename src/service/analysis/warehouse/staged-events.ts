// Events in staged mode: one row per unit and day, kept between refreshes. A day is read again from its source if its
// partition changed or other units were first exposed on it. Rows count only if the ledger names their load, so an
// interrupted load has no effect.
import { createHash } from "node:crypto";
import { rowsByDimensionSql } from "./cuts-sql.ts";
import { constants, type Dialect } from "./dialect.ts";
import { eventsSql } from "./events-sql.ts";
import { eventColumns, list } from "./hits-sql.ts";
import { numberAt, textAt, type Run } from "./run.ts";
import { dayMs, rangesOf, type Range } from "./source-bounds.ts";
import { readChanges } from "./source-changes.ts";
import type { MetricTable } from "./source-tables.ts";
import {
  createSql,
  insertSql,
  keptDays,
  stagedTable,
  type StagedColumns,
  type Staging,
} from "./staged-tables.ts";
import type { StatementPlan } from "./statement-plan.ts";

/** Number of days before the last one that every refresh reads again, since their rows often arrive late. */
const lateDays = 1;

const ledgerColumns: StagedColumns = [
  ["day", "bigint"],
  ["load_id", "bigint"],
  ["stamp", "text"],
  ["layout", "text"],
];

const hash = (parts: unknown) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);

export interface StageInput {
  plan: StatementPlan;
  table: MetricTable;
  /** Numbers of the events that the table contains. */
  events: readonly number[];
  /** Number of earlier metric groups that also use events of the table. */
  place: number;
  /** First and last ms that count. */
  range: Range;
  /** Name of the table of staged units. */
  units: string;
  /** Names of the tables that earlier refreshes staged. */
  there: ReadonlySet<string>;
  /** By day (ms): a stamp that changes if other units, or units at other times, were first exposed on it. */
  exposed: ReadonlyMap<number, string>;
}

interface LedgerRow {
  day: number;
  load: number;
  stamp: string;
  layout: string;
}

const columnsOf = (plan: StatementPlan): StagedColumns => [
  ["unit_id", "text"],
  ["day", "bigint"],
  ["moment", "bigint"],
  ["event_target", "bigint"],
  ["step", "bigint"],
  ["steps", "bigint"],
  ...eventColumns(plan, true).map((name) => {
    if (name === "cut_value") return [name, "text"] as const;
    return [name, name.startsWith("sum_") ? "double" : "bigint"] as const;
  }),
  ["load_id", "bigint"],
];

/**
 * SQL of the rows of some days. Steps of funnels stay separate, since which values are pooled is known only later;
 * other events are split into those before and after the first exposure of that day. `moment` is the last of a row.
 */
function rowsSql(
  { plan, table, events, units }: StageInput,
  ranges: readonly Range[],
  load: number,
  dialect: Dialect,
) {
  const columns = eventColumns(plan, true);
  const sums = columns.filter((name) => name !== "cut" && name !== "cut_value");
  const key = ["unit_id", "day", "event_target", "step", "steps", "cut", "cut_value", "part"];
  return `select ${list("unit_id", "day", "max(moment)", "event_target", "step", "steps", ...columns.map((name) => (sums.includes(name) ? `sum(${name})` : name)), String(load))}
from (
select c.*, case when step > 0 then moment when moment < exposed and day = first_day then 0 else 1 end as part
from (
${rowsByDimensionSql(
  dialect,
  `select e.*, u.exposed, u.first_day, e.moment - mod(e.moment, ${dayMs}) as day
from (
${eventsSql(table, { plan, events, ranges, dialect })}
) e left join ${units} u on u.unit_id = e.unit_id`,
  plan.plan.eventDimensions.length,
)}
) c
) p
group by ${list(...key)}`;
}

/** Brings the staged events of a table up to date; returns the SQL that reads them. */
export async function stageEvents(
  run: Run,
  dialect: Dialect,
  staging: Staging,
  input: StageInput,
): Promise<string> {
  const { plan, table, events, range, exposed } = input;
  const source = input.place > 0 ? `${table.name} ${input.place + 1}` : table.name;
  const rows = stagedTable(dialect, staging, source, "days");
  const ledger = stagedTable(dialect, staging, source, "ledger");
  const tag = `staging ${staging.experimentID}`;
  const write = (text: string) => run(text, tag, true);
  const columns = columnsOf(plan);
  const layout = hash([
    columns,
    plan.targets,
    plan.plan.events,
    plan.plan.numbers,
    plan.plan.eventDimensions,
    table,
  ]);

  const readLedger = async () =>
    (await run(`select day, load_id, stamp, layout from ${ledger}`, tag)).map((row): LedgerRow => ({
      day: numberAt(row, "day"),
      load: numberAt(row, "load_id"),
      stamp: textAt(row, "stamp"),
      layout: textAt(row, "layout"),
    }));
  await write(createSql(dialect, ledger, ledgerColumns, staging));
  let known = await readLedger();
  // If the engine cannot delete rows, everything is staged again before most rows are outdated.
  const isFull = !dialect.staged.deletes && known.length > 3 * daysOf(range).length;
  // A ledger whose rows table is gone would suggest that there were no events.
  const isLost = input.there.has(ledger) && !input.there.has(rows);
  if (known.length === 0 || isFull || isLost || known.some((row) => row.layout !== layout)) {
    await write(`drop table if exists ${ledger}`);
    await write(`drop table if exists ${rows}`);
    await write(createSql(dialect, ledger, ledgerColumns, staging));
    known = [];
  }
  // Kept one day longer, so that an engine that drops tables by itself drops the ledger first.
  await write(createSql(dialect, rows, columns, staging, keptDays + 1));

  const days = daysOf(range);
  const changes = await readChanges(run, { table, plan, events, range, dialect }, tag);
  const stampOf = (day: number) =>
    hash([
      changes.get(day) ?? "",
      exposed.get(day) ?? "",
      Math.max(day, range.start) - day,
      Math.min(day + dayMs - 1, range.end) - day,
    ]);
  const latest = new Map<number, LedgerRow>();
  for (const row of known) if ((latest.get(row.day)?.load ?? 0) < row.load) latest.set(row.day, row);
  const late = (days.at(-1) ?? 0) - lateDays * dayMs;
  const changed = days.filter((day) => day >= late || latest.get(day)?.stamp !== stampOf(day));
  const load = Math.max(staging.now, ...known.map((row) => row.load + 1));
  await write(insertSql(rows, columns, rowsSql(input, rangesOf(changed, range), load, dialect)));
  const entries = changed.map((day) => [day, load, dialect.literal(stampOf(day)), dialect.literal(layout)]);
  await write(
    insertSql(
      ledger,
      ledgerColumns,
      constants(
        dialect,
        ledgerColumns.map(([name]) => name),
        entries,
      ),
    ),
  );

  const valid = days.map((day) => [day, changed.includes(day) ? load : (latest.get(day)?.load ?? 0)]);
  if (dialect.staged.deletes) await removeOutdated(write, { rows, ledger, known, valid, changed, load });
  const taken = ["unit_id", "moment", "event_target", "step", "steps", ...eventColumns(plan, true)];
  return `select ${taken.map((name) => `d.${name}`).join(", ")}
from ${rows} d join (${constants(dialect, ["day", "load_id"], valid)}) v on v.day = d.day and v.load_id = d.load_id`;
}

const daysOf = ({ start, end }: Range): number[] => {
  const first = start - (start % dayMs);
  return Array.from(
    { length: Math.max(0, Math.floor((end - first) / dayMs) + 1) },
    (_, index) => first + index * dayMs,
  );
};

/** Deletes rows that the ledger no longer names, or never did because their load was interrupted. */
async function removeOutdated(
  write: (text: string) => Promise<unknown>,
  {
    rows,
    ledger,
    known,
    valid,
    changed,
    load,
  }: {
    rows: string;
    ledger: string;
    known: readonly LedgerRow[];
    valid: readonly (readonly number[])[];
    changed: readonly number[];
    load: number;
  },
) {
  const loads = [...new Set(valid.map(([, some]) => some))].join(", ");
  await write(
    `delete from ${rows} where load_id not in (${loads}) or (load_id <> ${load} and day in (${changed.join(", ")}))`,
  );
  if (known.length > 0)
    await write(
      `delete from ${ledger} where load_id not in (${loads}) or (load_id <> ${load} and day in (${changed.join(", ")}))`,
    );
}
