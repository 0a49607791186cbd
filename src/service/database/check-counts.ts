// Counts checks of gates and configs per hour, and keeps the newest checks. Rows of counts are only inserted, so that no writer has to
// wait; rows of the same count are merged now and then, and readers sum them.
import type { Transaction, Value } from "./database.ts";

/** Experiments count as `config`, because apps log configs and experiments under the same names. */
export type CheckedKind = "gate" | "config";

/** `none` means that the logged check names no rule: the library did not know the entity, or had no rules yet. */
export type CheckOutcome = "pass" | "fail" | "none";

/** One evaluation of a gate, config or experiment for a user, as an app logged it. */
export interface NewCheck {
  kind: CheckedKind;
  id: string;
  rule: string;
  outcome: CheckOutcome;
  environment: string;
  library: string;
  version: string;
  unit: string;
  reason: string;
  /** Time of the check, in epoch milliseconds. */
  time: number;
}

export const hour = 3_600_000;
/** Choice: checks are counted by hour for 40 days, and the newest 50 of each gate, config and experiment are kept. */
export const keptTime = 40 * 24 * hour;
export const keptChecks = 50;

export const hourOf = (time: number) => time - (time % hour);

const countColumns = [
  "kind",
  "entity_id",
  "hour",
  "rule_id",
  "outcome",
  "environment",
  "library",
  "version",
  "checks",
  "last_time",
] as const;
const keyColumns = countColumns.slice(0, 8).join(", ");

/** Number of checks of one hour that agree in all other fields. */
export interface CheckCount extends Omit<NewCheck, "unit" | "reason" | "time"> {
  /** Start of the hour, in epoch milliseconds. */
  hour: number;
  checks: number;
  /** Time of the last check, in epoch milliseconds. */
  last: number;
}

function countsOf(checks: readonly NewCheck[]): CheckCount[] {
  const counts = new Map<string, CheckCount>();
  for (const { unit: _unit, reason: _reason, time, ...check } of checks) {
    const { kind, id, rule, outcome, environment, library, version } = check;
    const key = JSON.stringify([kind, id, hourOf(time), rule, outcome, environment, library, version]);
    const count = counts.get(key) ?? { ...check, hour: hourOf(time), checks: 0, last: time };
    count.checks += 1;
    count.last = Math.max(count.last, time);
    counts.set(key, count);
  }
  return [...counts.values()];
}

export const loadCheckCounts = (transaction: Transaction, counts: readonly CheckCount[]) =>
  transaction.load(
    "check_count",
    countColumns,
    counts.map((count): Value[] => {
      const { kind, id, rule, outcome, environment, library, version, checks, last } = count;
      return [kind, id, count.hour, rule, outcome, environment, library, version, checks, last];
    }),
  );

const recentColumns = [
  "kind",
  "entity_id",
  "number",
  "time",
  "unit_id",
  "rule_id",
  "outcome",
  "reason",
  "environment",
  "library",
  "version",
];

export const loadRecentChecks = (transaction: Transaction, checks: readonly NewCheck[], first: number) =>
  transaction.load(
    "recent_check",
    recentColumns,
    checks.map((check, index): Value[] => {
      const { kind, id, time, unit, rule, outcome, reason, environment, library, version } = check;
      return [kind, id, first + index, time, unit, rule, outcome, reason, environment, library, version];
    }),
  );

/** Merges the rows since the given hour into one row per count. */
async function merge(transaction: Transaction, since: number) {
  await transaction.query(
    `create temporary table merged_check as select ${keyColumns}, cast(sum(checks) as bigint) as checks,
       max(last_time) as last_time from check_count where hour >= $1::bigint group by ${keyColumns}`,
    [since],
  );
  await transaction.query("delete from check_count where hour >= $1", [since]);
  await transaction.query(
    `insert into check_count (${countColumns.join(", ")}) select ${countColumns.join(", ")} from merged_check`,
  );
  await transaction.query("drop table merged_check");
}

const forgetRecent = (transaction: Transaction) =>
  transaction.query(
    `delete from recent_check where number in (select number from
       (select number, row_number() over (partition by kind, entity_id order by number desc) as place from recent_check) ranked
       where place > ${keptChecks})`,
  );

/** Number of inserted rows after which counts are merged, or surplus checks removed. */
const mostAdded = 5000;
/** Milliseconds of a window in which at most `keptChecks` checks of an entity are listed; further ones are only counted. */
const listedAgain = 10_000;

/** Returns a function that stores checks. Its in-memory state only decides when to merge and to remove rows. */
export function checkCounter() {
  const listed = new Map<string, { since: number; checks: number }>();
  const added = { counts: 0, recent: 0 };
  let number = 0;
  let mergeFrom = Number.POSITIVE_INFINITY;
  let tidied = 0;

  /** The newest checks of each entity, at most as many per window as are kept anyway. */
  function newest(checks: readonly NewCheck[], now: number): NewCheck[] {
    const chosen: NewCheck[] = [];
    for (const check of checks.toReversed()) {
      const key = `${check.kind} ${check.id}`;
      const before = listed.get(key);
      const window = before && now - before.since < listedAgain ? before : { since: now, checks: 0 };
      window.checks += 1;
      listed.set(key, window);
      if (window.checks <= keptChecks) chosen.push(check);
    }
    return chosen.reverse();
  }

  async function tidy(transaction: Transaction, now: number) {
    const isDue = now >= tidied + hour;
    if (added.counts > mostAdded || (isDue && added.counts > 0)) {
      await merge(transaction, mergeFrom);
      added.counts = 0;
      mergeFrom = Number.POSITIVE_INFINITY;
    }
    if (added.recent > mostAdded || isDue) {
      await forgetRecent(transaction);
      added.recent = 0;
      listed.clear();
    }
    if (!isDue) return;
    await transaction.query("delete from check_count where hour < $1", [now - keptTime]);
    await transaction.query("delete from recent_check where time < $1", [now - keptTime]);
    tidied = now;
  }

  /** `now` in ms. */
  return async (transaction: Transaction, all: readonly NewCheck[], now: number) => {
    const checks = all.filter(({ time }) => time >= now - keptTime);
    if (checks.length === 0) return;
    const counts = countsOf(checks);
    const recent = newest(checks, now);
    await loadCheckCounts(transaction, counts);
    if (recent.length > 0) {
      number = Math.max(number, now * 1000);
      await loadRecentChecks(transaction, recent, number);
      number += recent.length;
    }
    added.counts += counts.length;
    added.recent += recent.length;
    mergeFrom = counts.reduce((first, { hour: begins }) => Math.min(first, begins), mergeFrom);
    await tidy(transaction, now);
  };
}
