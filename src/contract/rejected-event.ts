// Response schemas of rejected events and requests of apps, each with its reason (API 2.22).
import { z } from "zod/mini";
import { pageFields } from "./query-fields.ts";

/** Reasons for rejecting a single event. It is not stored, but valid events of the same request are. */
export const eventRefusals = ["bad_name", "bad_time", "no_unit", "bad_fields"] as const;
export type EventRefusal = (typeof eventRefusals)[number];

export const RejectedEvent = z.looseObject({
  id: z.string(),
  /** ms; time of arrival. */
  time: z.number(),
  /** "event", or "request" if the whole request was rejected. */
  kind: z.string(),
  /** For events bad_name, bad_time, no_unit or bad_fields; for requests a reason of `app_activity`, or too_large. */
  reason: z.string(),
  /** The field and what is wrong with it, or the error message of the response. */
  message: z.string(),
  /** Null if the key is unknown. */
  keyID: z.nullable(z.string()),
  keyName: z.nullable(z.string()),
  library: z.string(),
  version: z.string(),
  /** For requests: the path, without a key. */
  path: z.nullable(z.string()),
  /** The event as received, but with the user's attributes replaced by the names of their types. */
  event: z.nullable(z.unknown()),
});
export type RejectedEvent = z.infer<typeof RejectedEvent>;

export const RejectedEventsQuery = z.object({
  ...pageFields,
  reason: z.optional(z.string()),
  /** Id of an API key. */
  key: z.optional(z.string()),
});
