// Logged events as answered (API 2.11).
import { z } from "zod/mini";

export const EventRecord = z.looseObject({
  /** Digits, ms since the epoch. */
  timestamp: z.string(),
  name: z.string(),
  source: z.nullish(z.string()),
  value: z.nullish(z.string()),
  userID: z.nullish(z.string()),
  /** Its other ids, by type. */
  customIDs: z.nullish(z.record(z.string(), z.string())),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
});
export type EventRecord = z.infer<typeof EventRecord>;

const text = z.optional(z.string());

/** Read from a user agent and an address; what cannot be read is absent. */
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
  /** Metadata of the user's recent events, custom ids and stored attributes; of each field the newest value. */
  metadata: z.record(z.string(), z.unknown()),
  /** From the user agent and the address, where the events tell them. */
  derived: z.optional(DerivedAttributes),
});
export type EventUser = z.infer<typeof EventUser>;

/** An event that came often and comes no more. */
export const SilentEvent = z.looseObject({
  name: z.string(),
  /** Of the last one, ms since the epoch. */
  lastTime: z.number(),
  /** In the seven days before the last one. */
  perHour: z.number(),
  /** Names of the metrics that come from it. */
  metrics: z.array(z.string()),
});
export type SilentEvent = z.infer<typeof SilentEvent>;
