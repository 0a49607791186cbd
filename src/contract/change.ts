// The options of a change: its reason, and force.
import { z } from "zod";

/** Choice: a write may give its reason as `changeReason`, and the version that it makes answers it as `lastModifiedReason`. */
export const ChangeReason = z.string().max(1000);

/** Body of a change that its address says in full: it may be left out. */
export const Change = z.strictObject({ changeReason: ChangeReason.optional() }).prefault({});

/** Choice: `archiveReason` is another name of the reason, and `forceArchive` archives a gate although others refer to it. */
export const Archival = z
  .strictObject({
    changeReason: ChangeReason.optional(),
    archiveReason: ChangeReason.optional(),
    forceArchive: z.boolean().default(false),
  })
  .prefault({});

export const Unarchival = z
  .strictObject({ changeReason: ChangeReason.optional(), unarchiveReason: ChangeReason.optional() })
  .prefault({});
