// How long events are kept (API 2.21).
import { z } from "zod/mini";

export const EventRetention = z.looseObject({
  /** Days that events are kept; null if they are kept for ever. */
  days: z.nullable(z.number()),
  /** ms; start of a UTC day before which events were deleted. Null if none were. */
  removedBefore: z.nullable(z.number()),
});
export type EventRetention = z.infer<typeof EventRetention>;
