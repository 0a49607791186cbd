// Shares the app activity of the last hour among all processes on one database:
// each process with recent requests stores its own every few seconds.
import { AppActivity, type AppCaller, type AppRefusal } from "#contract/app-activity.ts";
import type { Database } from "#service/database/database.ts";
import type { Activity } from "./app-activity.ts";
import { repeat } from "./repeat.ts";

/** Milliseconds between writes. Choice: the requests of apps are shared with other processes every ten seconds, not with each request. */
const toldEvery = 10_000;
const hour = 3_600_000;

const newestFirst = <Seen extends { lastTime: number }>(seen: Iterable<Seen>): Seen[] =>
  [...seen].toSorted((a, b) => b.lastTime - a.lastTime);

type TimeField = "rulesTime" | "evaluationTime" | "exposureTime" | "eventTime";
const latest = (field: TimeField, one: AppCaller, other: AppCaller) =>
  (one[field] ?? 0) >= (other[field] ?? 0) ? one : other;

/** Merges the activity of one SDK and key that two processes recorded. */
function together(one: AppCaller, other: AppCaller): AppCaller {
  const newer = one.lastTime >= other.lastTime ? one : other;
  const of = (field: TimeField) => latest(field, one, other);
  return {
    ...newer,
    rulesTime: of("rulesTime").rulesTime,
    lastRules: of("rulesTime").lastRules ?? one.lastRules ?? other.lastRules,
    evaluationTime: of("evaluationTime").evaluationTime,
    exposureTime: of("exposureTime").exposureTime,
    lastExposure: of("exposureTime").lastExposure,
    eventTime: of("eventTime").eventTime,
    lastEvent: of("eventTime").lastEvent,
    rules: one.rules + other.rules,
    evaluations: one.evaluations + other.evaluations,
    exposures: one.exposures + other.exposures,
    events: one.events + other.events,
    rejected: one.rejected + other.rejected,
  };
}

/** Merges the lists of all processes; items with the same key are joined. */
function joined<Seen>(
  all: readonly Seen[],
  keyOf: (seen: Seen) => unknown[],
  join: (a: Seen, b: Seen) => Seen,
) {
  const found = new Map<string, Seen>();
  for (const seen of all) {
    const key = JSON.stringify(keyOf(seen));
    const known = found.get(key);
    found.set(key, known ? join(known, seen) : seen);
  }
  return found.values();
}

export function joinActivities(own: AppActivity, others: readonly AppActivity[]): AppActivity {
  const all = [own, ...others];
  const recent = <Seen extends { lastTime: number }>(seen: readonly Seen[]) =>
    seen.filter(({ lastTime }) => lastTime > own.time - hour);
  const callers = joined(
    recent(all.flatMap((one) => one.callers)),
    ({ keyID, library, version }) => [keyID, library, version],
    together,
  );
  const refusals = joined<AppRefusal>(
    recent(all.flatMap((one) => one.refusals)),
    ({ reason, keyID, library, version }) => [reason, ...(keyID === null ? [] : [keyID, library, version])],
    (one, other) => ({ ...(one.lastTime >= other.lastTime ? one : other), count: one.count + other.count }),
  );
  return {
    sinceTime: Math.min(...all.map(({ sinceTime }) => sinceTime)),
    time: own.time,
    callers: newestFirst(callers),
    refusals: newestFirst(refusals),
  };
}

interface Options {
  /** Unique name of this process. */
  process: string;
  now: () => number;
  stop: AbortSignal | undefined;
  warn: (error: unknown) => void;
}

export function sharedActivity(database: Database, own: Activity, { process, now, stop, warn }: Options) {
  let told = 0;

  async function tell() {
    const seen = own.read(now());
    const last = Math.max(0, ...[...seen.callers, ...seen.refusals].map(({ lastTime }) => lastTime));
    if (last <= told) return;
    told = last;
    await database.transaction(async (transaction) => {
      await transaction.query(
        `insert into app_activity (process, time, document) values ($1, $2, $3::jsonb)
         on conflict (process) do update set time = excluded.time, document = excluded.document`,
        [process, Math.trunc(seen.time), JSON.stringify(seen)],
      );
      await transaction.query("delete from app_activity where time < $1", [Math.trunc(seen.time) - hour]);
    });
  }
  repeat(tell, { every: toldEvery, stop, warn });
  return {
    tell,
    read: async () => {
      const time = now();
      const rows = await database.query<{ document: unknown }>(
        "select document from app_activity where process <> $1 and time > $2",
        [process, Math.trunc(time) - hour],
      );
      const others = rows.flatMap(({ document }) => AppActivity.safeParse(document).data ?? []);
      return joinActivities(own.read(time), others);
    },
  };
}
export type SharedActivity = ReturnType<typeof sharedActivity>;
