// Response schemas of segments: named sets of users for use in rules, defined by a list of ids or by rules of their own.
import { z } from "zod/mini";
import { entityFields } from "./envelope.ts";
import { Rule } from "./rule.ts";

export const segmentTypes = ["id_list", "rule_based"] as const;

/** Choice: a list of ids has at most 2000 of them, since it is part of the rules that apps download. */
export const maxSegmentIDs = 2000;

/** A gate, dynamic config or experiment whose rules use a segment. */
export const SegmentUse = z.looseObject({ kind: z.string(), id: z.string(), name: z.string() });
export type SegmentUse = z.infer<typeof SegmentUse>;

export const Segment = z.looseObject({
  ...entityFields,
  type: z.string(),
  /** Rules of a rule-based segment. */
  rules: z.array(Rule),
  /** Number of ids in a list; the ids themselves have an endpoint of their own. */
  count: z.optional(z.number()),
  /** Choice: a single segment is returned with the entities that use it, so that users see the effect of changing or deleting it. */
  usedBy: z.optional(z.array(SegmentUse)),
  version: z.nullish(z.number()),
});
export type Segment = z.infer<typeof Segment>;

export const SegmentIDList = z.looseObject({ name: z.string(), count: z.number(), ids: z.array(z.string()) });
export type SegmentIDList = z.infer<typeof SegmentIDList>;
