// Response schemas of logged events (API 2.11).
import { z } from "zod/mini";

export const EventRecord = z.looseObject({
  /** Digits; ms since the epoch. */
  timestamp: z.string(),
  name: z.string(),
  source: z.nullish(z.string()),
  value: z.nullish(z.string()),
  userID: z.nullish(z.string()),
  /** Ids of other types. */
  customIDs: z.nullish(z.record(z.string(), z.string())),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
});
export type EventRecord = z.infer<typeof EventRecord>;

const text = z.optional(z.string());

/** Attributes derived from a user agent and an IP address; those that cannot be derived are absent. */
export const DerivedAttributes = z.looseObject({
  browserName: text,
  browserVersion: text,
  osName: text,
  osVersion: text,
  country: text,
});
export type DerivedAttributes = z.infer<typeof DerivedAttributes>;

export const DerivedAttributesQuery = z.object({
  userAgent: z.optional(z.string().check(z.maxLength(1000))),
  ip: z.optional(z.string().check(z.maxLength(100))),
});

/** A user of recent events. */
export const EventUser = z.looseObject({
  userID: z.string(),
  /** Time of the user's newest event; digits, ms since the epoch. */
  timestamp: z.string(),
  /** Metadata, custom ids and stored attributes of the user's recent events, each field with its newest value. */
  metadata: z.record(z.string(), z.unknown()),
  /** Attributes derived from user agent and IP address, if the events have them. */
  derived: z.optional(DerivedAttributes),
});
export type EventUser = z.infer<typeof EventUser>;

/** An event that used to be frequent and no longer arrives. */
export const SilentEvent = z.looseObject({
  name: z.string(),
  /** Time of the last event, ms since the epoch. */
  lastTime: z.number(),
  /** Average rate in the seven days before the last event. */
  perHour: z.number(),
  /** Names of the metrics that use the event. */
  metrics: z.array(z.string()),
});
export type SilentEvent = z.infer<typeof SilentEvent>;
