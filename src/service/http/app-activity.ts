// Keeps app activity of the last hour in memory, within bounds: requests, logged events and rejections. Keys themselves are never kept.
import { LRUCache } from "lru-cache";
import type { AppActivity, AppCaller, AppRefusal, ServedRules } from "#contract/app-activity.ts";
import type { KeyProblem, LoggedCounts, SenderKey } from "./sender.ts";

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

export function appActivity(sinceTime: number) {
  const callers = new LRUCache<string, Kept>({ max: mostCallers });
  const refusals = new LRUCache<string, AppRefusal>({ max: mostRefusals });

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
    for (const past of minutes.keys()) if (past <= at - minutesKept) minutes.delete(past);
    const counts = minutes.get(at) ?? none();
    minutes.set(at, counts);
    return counts;
  }

  function noteRefusal({ key, library, version }: AppRequest, reason: string, message: string, now: number) {
    // Requests without a valid key are not split by SDK, so that they cannot fill the memory with made-up names.
    const at = JSON.stringify(key ? [reason, key.id, library, version] : [reason]);
    const count = (refusals.get(at)?.count ?? 0) + 1;
    refusals.set(at, {
      reason,
      message,
      keyID: key?.id ?? null,
      keyName: key?.name ?? null,
      library,
      version,
      count,
      lastTime: now,
    });
  }

  function note(request: AppRequest, now: number) {
    const { key, part, logged, rules, refusal } = request;
    if (refusal) noteRefusal(request, refusal.reason, refusal.message, now);
    if (!key || key.kind === "console") return;
    const kept = keptOf(key, request, now);
    const [{ caller }, counts] = [kept, countsOf(kept, now)];
    if (refusal || logged?.unread) counts.rejected += logged?.unread || 1;
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
    const inLastHour = ({ caller, minutes }: Kept): AppCaller => {
      const sums = none();
      for (const [at, counts] of minutes)
        if (at * minute > hourAgo - minute) for (const name of countNames) sums[name] += counts[name];
      return { ...caller, ...sums };
    };
    return {
      sinceTime,
      time: now,
      callers: newestFirst([...callers.values()].map(inLastHour)),
      refusals: newestFirst([...refusals.values()]),
    };
  }
  return { note, read };
}
export type Activity = ReturnType<typeof appActivity>;
