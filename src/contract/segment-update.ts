// Request schemas of segments: creation, updates, and changes of their id lists.
import { z } from "zod/mini";
import { EntityName } from "./entity-name.ts";
import { answeredOnly, Description, ignored, optionalFields, OwnerUpdate } from "./entity-update.ts";
import { evenIfRefused, GateRule, refuse, uniqueRuleNames } from "./rule-update.ts";
import { maxSegmentIDs, segmentTypes } from "./segment.ts";

const text = z.string().check(z.minLength(1));

/** Choice: rules of a segment may only test attributes of users, so that segments, gates and experiments never form a cycle. */
const askingOthers: ReadonlySet<string> = new Set([
  "passes_gate",
  "fails_gate",
  "passes_segment",
  "fails_segment",
  "experiment_group",
]);

const Rules = z.array(GateRule).check(
  z.superRefine((rules, context) => {
    for (const [index, { conditions }] of rules.entries())
      for (const [place, { type }] of conditions.entries())
        if (askingOthers.has(type))
          context.addIssue({
            code: "custom",
            path: [index, "conditions", place, "type"],
            message: "A segment asks for attributes of users alone",
          });
  }),
);

const optional = {
  ...answeredOnly,
  ...optionalFields,
  name: z.optional(EntityName),
  targetApps: z.optional(z.array(z.unknown())),
  owner: z.nullish(OwnerUpdate),
  count: ignored,
  usedBy: ignored,
};

/** Partial update of a segment; omitted fields keep their values. */
export const SegmentPatch = z
  .strictObject({
    id: ignored,
    ...optional,
    type: ignored,
    idType: ignored,
    description: z.optional(Description),
    rules: z.optional(Rules),
  })
  .check(uniqueRuleNames);
export type SegmentPatch = z.output<typeof SegmentPatch>;

export const SegmentCreate = z
  .strictObject({
    ...optional,
    id: z.optional(EntityName),
    type: z.enum(segmentTypes),
    idType: z._default(text, "userID"),
    description: z._default(Description, ""),
    rules: z._default(Rules, []),
  })
  .check(
    uniqueRuleNames,
    z.superRefine(({ id, name }, context) => {
      if (id === undefined && name === undefined) refuse(context, "name", "Required");
    }, evenIfRefused),
  );
export type SegmentCreate = z.output<typeof SegmentCreate>;

export const SegmentIDs = z.strictObject({
  ids: z.array(text.check(z.maxLength(500))).check(z.maxLength(maxSegmentIDs)),
});
export type SegmentIDs = z.output<typeof SegmentIDs>;
