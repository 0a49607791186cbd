// The history of a gate or dynamic config as differences: each version with the fields that it changed, in place of the whole document.
import { z } from "zod/mini";
import { authorship } from "./envelope.ts";

/** A field that two versions hold differently; `old` or `new` is absent where that version has no such field. */
export const Difference = z.looseObject({
  /** Dotted path; rules and variants stand under their lasting ids, as in `rules.r1.passPercentage`. */
  property: z.string(),
  old: z.optional(z.unknown()),
  new: z.optional(z.unknown()),
});
export type Difference = z.infer<typeof Difference>;

export const VersionDifferences = z.looseObject({
  version: z.nullish(z.number()),
  lastModifierID: authorship.lastModifierID,
  lastModifierName: authorship.lastModifierName,
  lastModifiedTime: authorship.lastModifiedTime,
  lastModifiedReason: authorship.lastModifiedReason,
  /** From the version before; none for the first. */
  changes: z.array(Difference),
});
export type VersionDifferences = z.infer<typeof VersionDifferences>;
