// How long events are kept (API 2.21).
import { z } from "zod/mini";

export const EventRetention = z.looseObject({
  /** Days that events are kept; null where they are kept for ever. */
  days: z.nullable(z.number()),
  /** ms, the begin of a day in UTC: events before it were removed. Null where none were. */
  removedBefore: z.nullable(z.number()),
});
export type EventRetention = z.infer<typeof EventRetention>;
