// Optional fields of write requests: the reason of a change, and whether archiving is forced.
import { z } from "zod/mini";

/** Choice: a write may give a reason as `changeReason`; the version that it creates returns the reason as `lastModifiedReason`. */
export const ChangeReason = z.string().check(z.maxLength(1000));

/** Body of a request whose path alone says what to change; the body may be omitted. */
export const Change = z._default(z.strictObject({ changeReason: z.optional(ChangeReason) }), {});

/** Choice: `archiveReason` is an alias of the reason, and `forceArchive` archives a gate although other entities refer to it. */
export const Archival = z._default(
  z.strictObject({
    changeReason: z.optional(ChangeReason),
    archiveReason: z.optional(ChangeReason),
    forceArchive: z._default(z.boolean(), false),
  }),
  { forceArchive: false },
);

export const Unarchival = z._default(
  z.strictObject({ changeReason: z.optional(ChangeReason), unarchiveReason: z.optional(ChangeReason) }),
  {},
);
