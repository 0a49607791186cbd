// Logged events as answered (API 2.11).
import { z } from "zod/mini";

export const EventRecord = z.looseObject({
  /** Digits, ms since the epoch. */
  timestamp: z.string(),
  name: z.string(),
  source: z.nullish(z.string()),
  value: z.nullish(z.string()),
  userID: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
});
export type EventRecord = z.infer<typeof EventRecord>;

/** A user of recent events. */
export const EventUser = z.looseObject({
  userID: z.string(),
  /** Time of the user's newest event; digits, ms since the epoch. */
  timestamp: z.string(),
  /** Metadata of the user's recent events; of each field the newest value. */
  metadata: z.record(z.string(), z.unknown()),
});
export type EventUser = z.infer<typeof EventUser>;
