// Response schema of an entity's history as differences: each version with the fields that it changed instead of the whole document.
import { z } from "zod/mini";
import { authorship } from "./envelope.ts";

/** A field that differs between two versions; `old` or `new` is absent if that version does not have the field. */
export const Difference = z.looseObject({
  /** Dotted path in which rules and variants are identified by their stable ids, as in `rules.r1.passPercentage`. */
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
  /** Changes since the previous version; empty for the first one. */
  changes: z.array(Difference),
});
export type VersionDifferences = z.infer<typeof VersionDifferences>;
