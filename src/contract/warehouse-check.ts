// Response schemas of connection tests: the steps tried, in order, and their results.
import { z } from "zod/mini";

export const WarehouseCheckStep = z.looseObject({
  /** Displayed name, such as "Sign-in". */
  name: z.string(),
  /** waiting, running, passed, warned, failed, skipped (does not apply), or "not reached" after a failure. */
  state: z.string(),
  /** The statement or address that was tried. */
  tried: z.nullish(z.string()),
  ms: z.nullish(z.number()),
  sentence: z.nullish(z.string()),
  /** Error code of the vendor or the network, and the original message. */
  code: z.nullish(z.string()),
  said: z.nullish(z.string()),
  /** Name of the setting that the step concerns. */
  field: z.nullish(z.string()),
  /** Who can fix the problem: you, warehouse admin, network. */
  who: z.nullish(z.string()),
});
export type WarehouseCheckStep = z.infer<typeof WarehouseCheckStep>;

/** Choice: a test of a warehouse connection runs in the background, reports its progress and is not stored. */
export const WarehouseCheck = z.looseObject({
  id: z.string(),
  provider: z.string(),
  isFinished: z.boolean(),
  startedTime: z.number(),
  ms: z.number(),
  steps: z.array(WarehouseCheckStep),
  /** Fingerprints of the tested secrets, by name. */
  fingerprints: z.nullish(z.record(z.string(), z.string())),
});
export type WarehouseCheck = z.infer<typeof WarehouseCheck>;
