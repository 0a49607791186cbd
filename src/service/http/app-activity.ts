// Keeps app activity of the last hour in memory, within bounds: requests, logged events and rejections. Keys themselves are never kept.
import { LRUCache } from "lru-cache";
import type { AppActivity, AppCaller, AppRefusal, ServedRules } from "#contract/app-activity.ts";
import type { KeyProblem, LoggedCounts, RefusalCounts, SenderKey } from "./sender.ts";

const minute = 60_000;
const minutesKept = 60;
const countNames = ["rules", "evaluations", "exposures", "events", "rejected"] as const;
type Counts = Record<(typeof countNames)[number], number>;
const none = (): Counts => ({ rules: 0, evaluations: 0, exposures: 0, events: 0, rejected: 0 });

/** Maximum number of callers (SDK and key) and of kinds of rejections. */
const mostCallers = 200;
const mostRefusals = 100;

/** One request of an app. */
export interface AppRequest {
  key: SenderKey | undefined;
  library: string;
  version: string;
  isBrowser: boolean;
  clockError: number | null;
  /** The part of the protocol that the request belongs to. */
  part: "rules" | "evaluations" | "log" | undefined;
  logged: LoggedCounts | undefined;
  /** The events of the request that were rejected; they also explain why a request without others was. */
  eventRefusals?: RefusalCounts | undefined;
  /** The rules document of the response, if there was a newer one. */
  rules?: ServedRules | undefined;
  /** Set if the request was rejected. */
  refusal: { reason: KeyProblem | "unreadable" | "too_large"; message: string } | undefined;
}

/** One version of an SDK with one key, with its counts by minute. */
interface Kept {
  caller: AppCaller;
  minutes: Map<number, Counts>;
}

/** One kind of rejection, with its count by minute. */
interface KeptRefusal {
  /** Its count is set when it is read. */
  refusal: AppRefusal;
  minutes: Map<number, number>;
}

function forgetOld(minutes: Map<number, unknown>, now: number) {
  for (const past of minutes.keys()) if (past <= Math.floor(now / minute) - minutesKept) minutes.delete(past);
}

export function appActivity(sinceTime: number) {
  const callers = new LRUCache<string, Kept>({ max: mostCallers });
  const refusals = new LRUCache<string, KeptRefusal>({ max: mostRefusals });

  function keptOf({ id, name, kind, environment }: SenderKey, request: AppRequest, now: number): Kept {
    const { library, version, isBrowser, clockError } = request;
    const at = JSON.stringify([id, library, version]);
    const seen = { isBrowser, clockError, lastTime: now };
    const known = callers.get(at);
    if (known) {
      Object.assign(known.caller, seen);
      return known;
    }
    const kept: Kept = {
      caller: {
        keyID: id,
        keyName: name,
        kind,
        environment: environment ?? "",
        library,
        version,
        rulesTime: null,
        lastRules: null,
        evaluationTime: null,
        exposureTime: null,
        lastExposure: null,
        eventTime: null,
        lastEvent: null,
        ...seen,
        ...none(),
      },
      minutes: new Map(),
    };
    callers.set(at, kept);
    return kept;
  }

  function countsOf({ minutes }: Kept, now: number): Counts {
    const at = Math.floor(now / minute);
    forgetOld(minutes, now);
    const counts = minutes.get(at) ?? none();
    minutes.set(at, counts);
    return counts;
  }

  function noteRefusal(
    { key, library, version }: AppRequest,
    { reason, message, count }: Pick<AppRefusal, "reason" | "message" | "count">,
    now: number,
  ) {
    // Requests without a valid key are not split by SDK, so that they cannot fill the memory with made-up names.
    const at = JSON.stringify(key ? [reason, key.id, library, version] : [reason]);
    const minutes = refusals.get(at)?.minutes ?? new Map<number, number>();
    forgetOld(minutes, now);
    const current = Math.floor(now / minute);
    minutes.set(current, (minutes.get(current) ?? 0) + count);
    const sender = { keyID: key?.id ?? null, keyName: key?.name ?? null, library, version };
    refusals.set(at, { refusal: { reason, message, ...sender, count: 0, lastTime: now }, minutes });
  }

  function note(request: AppRequest, now: number) {
    const { key, part, logged, eventRefusals, rules, refusal } = request;
    const ofEvents = [...(eventRefusals ?? [])].map(([reason, counted]) => ({ reason, ...counted }));
    const refused = refusal && ofEvents.length === 0 ? [{ ...refusal, count: 1 }] : ofEvents;
    for (const one of refused) noteRefusal(request, one, now);
    if (!key || key.kind === "console") return;
    const kept = keptOf(key, request, now);
    const [{ caller }, counts] = [kept, countsOf(kept, now)];
    for (const { count } of refused) counts.rejected += count;
    if (refusal) return;
    if (part === "rules") {
      counts.rules += 1;
      caller.rulesTime = now;
      caller.lastRules = rules ?? caller.lastRules;
    }
    if (part === "evaluations") {
      counts.evaluations += 1;
      caller.evaluationTime = now;
    }
    if (logged?.exposures) {
      counts.exposures += logged.exposures;
      caller.evaluationTime = caller.exposureTime = now;
      caller.lastExposure = logged.lastExposure;
    }
    if (logged?.events) {
      counts.events += logged.events;
      caller.eventTime = now;
      caller.lastEvent = logged.lastEvent;
    }
  }

  function read(now: number): AppActivity {
    const hourAgo = now - minutesKept * minute;
    const newestFirst = <Seen extends { lastTime: number }>(seen: Seen[]): Seen[] =>
      seen.filter(({ lastTime }) => lastTime > hourAgo).toSorted((a, b) => b.lastTime - a.lastTime);
    const isWithinHour = (at: number) => at * minute > hourAgo - minute;
    const inLastHour = ({ caller, minutes }: Kept): AppCaller => {
      const sums = none();
      for (const [at, counts] of minutes)
        if (isWithinHour(at)) for (const name of countNames) sums[name] += counts[name];
      return { ...caller, ...sums };
    };
    return {
      sinceTime,
      time: now,
      callers: newestFirst([...callers.values()].map(inLastHour)),
      refusals: newestFirst(
        [...refusals.values()].map(({ refusal, minutes }) => ({
          ...refusal,
          count: [...minutes].reduce((sum, [at, count]) => sum + (isWithinHour(at) ? count : 0), 0),
        })),
      ),
    };
  }
  return { note, read };
}
export type Activity = ReturnType<typeof appActivity>;
