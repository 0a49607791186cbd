// The doctor of a warehouse connection: what it tried, in order, and what came of it.
import { z } from "zod/mini";

export const WarehouseCheckStep = z.looseObject({
  /** As it is shown, such as "Sign-in". */
  name: z.string(),
  /** waiting, running, passed, warned, failed, skipped (does not apply), or "not reached" after a failure. */
  state: z.string(),
  /** The statement or the address. */
  tried: z.nullish(z.string()),
  ms: z.nullish(z.number()),
  sentence: z.nullish(z.string()),
  /** Of the vendor or of the network, with its own words. */
  code: z.nullish(z.string()),
  said: z.nullish(z.string()),
  /** Name of the setting that it belongs to. */
  field: z.nullish(z.string()),
  /** Who can mend it: you, warehouse admin, network. */
  who: z.nullish(z.string()),
});
export type WarehouseCheckStep = z.infer<typeof WarehouseCheckStep>;

/** Choice: a test of a warehouse connection runs in the background, is read while it goes on, and is stored nowhere. */
export const WarehouseCheck = z.looseObject({
  id: z.string(),
  provider: z.string(),
  isFinished: z.boolean(),
  startedTime: z.number(),
  ms: z.number(),
  steps: z.array(WarehouseCheckStep),
  /** Of the secrets that are tested, by name. */
  fingerprints: z.nullish(z.record(z.string(), z.string())),
});
export type WarehouseCheck = z.infer<typeof WarehouseCheck>;
