// Events and requests of apps that were refused, each with its reason (API 2.22).
import { z } from "zod/mini";
import { pageFields } from "./query-fields.ts";

/** Of an event: none of them is stored, whatever became of the others of its request. */
export const eventRefusals = ["bad_name", "bad_time", "no_unit", "bad_fields"] as const;
export type EventRefusal = (typeof eventRefusals)[number];

export const RejectedEvent = z.looseObject({
  id: z.string(),
  /** ms; when it came. */
  time: z.number(),
  /** event, or request where all of it was refused */
  kind: z.string(),
  /** Of an event bad_name, bad_time, no_unit or bad_fields; of a request those of `app_activity`, or too_large. */
  reason: z.string(),
  /** The field and its trouble, or the answer that was given. */
  message: z.string(),
  /** Null where the key is not known. */
  keyID: z.nullable(z.string()),
  keyName: z.nullable(z.string()),
  library: z.string(),
  version: z.string(),
  /** Of a request: its path, without a key. */
  path: z.nullable(z.string()),
  /** The event as it came, without the attributes of its user, of which the types stand in their place. */
  event: z.nullable(z.unknown()),
});
export type RejectedEvent = z.infer<typeof RejectedEvent>;

export const RejectedEventsQuery = z.object({
  ...pageFields,
  reason: z.optional(z.string()),
  /** Id of a key. */
  key: z.optional(z.string()),
});
