// Requests of apps in the last hour, from the memory of the service: which
// SDKs asked for values or logged, and which requests were rejected.
import { z } from "zod/mini";

const time = z.nullable(z.number());

/** The newest exposure that an app logged: the entity and the unit it was evaluated for. */
const LastExposure = z.looseObject({
  /** gate, config or layer */
  kind: z.string(),
  name: z.string(),
  /** "true" or "false" for gates; null otherwise. */
  value: z.nullable(z.string()),
  rule: z.string(),
  unit: z.string(),
});
export type LastExposure = z.infer<typeof LastExposure>;

/** Contents of the rules document that an SDK downloaded: number of entities, and its length before compression. */
const ServedRules = z.looseObject({
  gates: z.number(),
  configs: z.number(),
  experiments: z.number(),
  characters: z.number(),
});
export type ServedRules = z.infer<typeof ServedRules>;

/** One version of an SDK that uses one API key. Times are ms since the epoch, null if the request never happened. */
export const AppCaller = z.looseObject({
  keyID: z.string(),
  keyName: z.string(),
  kind: z.string(),
  environment: z.string(),
  library: z.string(),
  version: z.string(),
  isBrowser: z.boolean(),
  rulesTime: time,
  /** The rules that were downloaded last; null if no download had newer rules since tracking began. */
  lastRules: z.nullish(ServedRules),
  /** Time of the last evaluation here on the server, or of the last logged exposure. */
  evaluationTime: time,
  exposureTime: time,
  lastExposure: z.nullable(LastExposure),
  eventTime: time,
  lastEvent: z.nullable(z.string()),
  lastTime: z.number(),
  /** Clock skew of the app in ms, negative if its clock is behind; null below one minute. */
  clockError: z.nullable(z.number()),
  /** The following counts cover the last hour. */
  rules: z.number(),
  evaluations: z.number(),
  exposures: z.number(),
  events: z.number(),
  rejected: z.number(),
});
export type AppCaller = z.infer<typeof AppCaller>;

export const AppRefusal = z.looseObject({
  /** missing_key, unknown_key, revoked_key, console_key, wrong_kind, server_key, no_rules, unreadable or too_large; of single events
   *  bad_name, bad_time, no_unit or bad_fields. */
  reason: z.string(),
  /** Error message of the response. */
  message: z.string(),
  /** Null if the key is unknown. */
  keyID: z.nullable(z.string()),
  keyName: z.nullable(z.string()),
  library: z.string(),
  version: z.string(),
  /** Number of rejected requests or events in the last hour. */
  count: z.number(),
  lastTime: z.number(),
});
export type AppRefusal = z.infer<typeof AppRefusal>;

export const AppActivity = z.looseObject({
  /** ms; when tracking began. */
  sinceTime: z.number(),
  /** ms; current time of the service. */
  time: z.number(),
  /** Most recently active first. */
  callers: z.array(AppCaller),
  refusals: z.array(AppRefusal),
});
export type AppActivity = z.infer<typeof AppActivity>;
