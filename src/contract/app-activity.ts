// The requests of apps in the last hour, as the process that answered them remembers: who asked and logged, and what was refused.
import { z } from "zod/mini";

const time = z.nullable(z.number());

/** The newest exposure of an app: the entity that it asked, and for whom. */
const LastExposure = z.looseObject({
  /** gate, config or layer */
  kind: z.string(),
  name: z.string(),
  /** Of a gate: true or false. */
  value: z.nullable(z.string()),
  rule: z.string(),
  unit: z.string(),
});
export type LastExposure = z.infer<typeof LastExposure>;

/** The rules that a library got: how many of each, and their length before it was packed. */
const ServedRules = z.looseObject({
  gates: z.number(),
  configs: z.number(),
  experiments: z.number(),
  characters: z.number(),
});
export type ServedRules = z.infer<typeof ServedRules>;

/** A library of one version with one key. Times are ms since the epoch, null where it did not happen. */
export const AppCaller = z.looseObject({
  keyID: z.string(),
  keyName: z.string(),
  kind: z.string(),
  environment: z.string(),
  library: z.string(),
  version: z.string(),
  isBrowser: z.boolean(),
  rulesTime: time,
  /** Those that came last; null where none were newer since it is remembered. */
  lastRules: z.nullish(ServedRules),
  /** Of values that were asked for here, or of exposures that came. */
  evaluationTime: time,
  exposureTime: time,
  lastExposure: z.nullable(LastExposure),
  eventTime: time,
  lastEvent: z.nullable(z.string()),
  lastTime: z.number(),
  /** ms by which the clock of the app is ahead, negative where it is behind; null within a minute. */
  clockError: z.nullable(z.number()),
  /** In the last hour. */
  rules: z.number(),
  evaluations: z.number(),
  exposures: z.number(),
  events: z.number(),
  rejected: z.number(),
});
export type AppCaller = z.infer<typeof AppCaller>;

export const AppRefusal = z.looseObject({
  /** missing_key, unknown_key, revoked_key, console_key, wrong_kind, server_key, no_rules, unreadable or too_large */
  reason: z.string(),
  /** The answer that was given. */
  message: z.string(),
  /** Null where the key is not known. */
  keyID: z.nullable(z.string()),
  keyName: z.nullable(z.string()),
  library: z.string(),
  version: z.string(),
  count: z.number(),
  lastTime: z.number(),
});
export type AppRefusal = z.infer<typeof AppRefusal>;

export const AppActivity = z.looseObject({
  /** ms; it is remembered since then. */
  sinceTime: z.number(),
  /** ms; the time of the service. */
  time: z.number(),
  /** The newest first. */
  callers: z.array(AppCaller),
  refusals: z.array(AppRefusal),
});
export type AppActivity = z.infer<typeof AppActivity>;
