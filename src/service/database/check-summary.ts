// Summarizes the recent checks of gates and configs and their outcomes, for lists and for finding stale gates.
import { hour, hourOf, type CheckedKind } from "./check-counts.ts";
import type { Reader, Row } from "./database.ts";
import { readThroughCache } from "./value-cache.ts";

const day = 24 * hour;
/** Milliseconds; an entity without any check in this time may be stale. */
const month = 30 * day;
/** Milliseconds that a summary is cached, because computing it takes longer than answering a list request. */
const fresh = 60_000;

/** Checks of one entity in the last 30 days. */
export interface CheckTotals {
  readonly perHour: number;
  readonly passed: number;
  readonly failed: number;
  readonly unanswered: number;
}

export interface CheckSummary {
  /** False where no app has logged any check. */
  readonly isCounted: boolean;
  /** True where checks have been counted for 30 days; until then, a lack of checks proves nothing. */
  readonly isLong: boolean;
  readonly totals: ReadonlyMap<string, CheckTotals>;
}

export const noChecks: CheckTotals = { perHour: 0, passed: 0, failed: 0, unanswered: 0 };

/** Choice: checks per hour are averaged over the last 24 hours, or since the first check, to three digits, and are at least 1 if there were any. */
export function checksPerHour(checks: number, since: number, first: number, now: number): number {
  if (checks === 0) return 0;
  const hours = Math.max(1, (now - Math.max(since, first)) / hour);
  return Math.max(1, Math.round(Number((checks / hours).toPrecision(3))));
}

interface TotalsRow extends Row {
  id: string;
  day: number;
  first: number;
  passed: number;
  failed: number;
  unanswered: number;
}

const summed = (condition: string) =>
  `cast(coalesce(sum(case when ${condition} then checks end), 0) as bigint)`;

async function readSummary(reader: Reader, kind: CheckedKind, now: number): Promise<CheckSummary> {
  const [since, start] = [hourOf(now) - day + hour, hourOf(now) - month];
  const [counted] = await reader.query<Row & { first: number | null }>(
    "select min(hour) as first from check_count",
  );
  const rows = await reader.query<TotalsRow>(
    `select entity_id as id, ${summed("hour >= $2")} as day, min(hour) as first,
       ${summed("outcome = 'pass'")} as passed, ${summed("outcome = 'fail'")} as failed,
       ${summed("outcome = 'none'")} as unanswered
     from check_count where kind = $1 and hour >= $3 group by entity_id`,
    [kind, since, start],
  );
  const first = counted?.first ?? undefined;
  return {
    isCounted: first !== undefined,
    isLong: first !== undefined && first <= start,
    totals: new Map(
      rows.map(({ id, day: checks, first: firstOf, passed, failed, unanswered }) => [
        id,
        { perHour: checksPerHour(checks, since, firstOf, now), passed, failed, unanswered },
      ]),
    ),
  };
}

/** The check summary of all gates or configs, at most one minute old; `now` in ms. */
export async function checksOfKind(reader: Reader, kind: CheckedKind, now: number): Promise<CheckSummary> {
  const found = await readThroughCache(reader, `checks ${kind} ${now - (now % fresh)}`, async (from) => {
    const value = await readSummary(from, kind, now);
    return { value, size: 100 * (1 + value.totals.size) };
  });
  return found ?? { isCounted: false, isLong: false, totals: new Map() };
}

export const gateChecks = (reader: Reader, now: number) => checksOfKind(reader, "gate", now);
