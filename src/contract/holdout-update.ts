// Request schemas of holdouts: creation and update.
import { z } from "zod/mini";
import { EntityName } from "./entity-name.ts";
import { answeredOnly, Description, ignored, optionalFields, OwnerUpdate } from "./entity-update.ts";
import { evenIfRefused, refuse } from "./rule-update.ts";

const text = z.string().check(z.minLength(1));
const IDs = z.array(text).check(
  z.maxLength(1000),
  z.refine((ids) => new Set(ids).size === ids.length, { message: "An ID is given twice" }),
);
const Percentage = z.number().check(z.gte(0), z.lte(100));

const optional = {
  ...answeredOnly,
  ...optionalFields,
  name: z.optional(EntityName),
  targetApps: z.optional(z.array(z.unknown())),
  owner: z.nullish(OwnerUpdate),
  heldOut: ignored,
  /** Choice: a holdout lists the entities that it holds out and has no targeting gate: it is neither global nor limited to some users. */
  isGlobal: z.optional(z.literal(false)),
  targetingGateID: z.optional(z.null()),
};

/** Partial update of a holdout; omitted fields keep their values. */
export const HoldoutPatch = z.strictObject({
  id: ignored,
  idType: ignored,
  ...optional,
  description: z.optional(Description),
  isEnabled: z.optional(z.boolean()),
  passPercentage: z.optional(Percentage),
  gateIDs: z.optional(IDs),
  dynamicConfigIDs: z.optional(IDs),
  experimentIDs: z.optional(IDs),
  layerIDs: z.optional(IDs),
});
export type HoldoutPatch = z.output<typeof HoldoutPatch>;

/** A new holdout. */
export const HoldoutCreate = z
  .strictObject({
    ...optional,
    id: z.optional(EntityName),
    idType: z._default(text, "userID"),
    description: z._default(Description, ""),
    isEnabled: z._default(z.boolean(), true),
    passPercentage: z._default(Percentage, 0),
    gateIDs: z._default(IDs, []),
    dynamicConfigIDs: z._default(IDs, []),
    experimentIDs: z._default(IDs, []),
    layerIDs: z._default(IDs, []),
  })
  .check(
    z.superRefine(({ id, name }, context) => {
      if (id === undefined && name === undefined) refuse(context, "name", "Required");
    }, evenIfRefused),
  );
export type HoldoutCreate = z.output<typeof HoldoutCreate>;
