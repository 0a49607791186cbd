// Request schemas of feature gates: creation, full and partial update.
import { z } from "zod/mini";
import { EntityName } from "./entity-name.ts";
import { answeredOnly, Description, ignored, optionalFields, OwnerUpdate } from "./entity-update.ts";
import { gateStatuses, gateTypes } from "./gate.ts";
import { evenIfRefused, GateRule, refuse, uniqueRuleNames } from "./rule-update.ts";

const Rules = z.array(GateRule);

const optional = {
  ...answeredOnly,
  checksPerHour: ignored,
  typeReason: ignored,
  ...optionalFields,
  name: z.optional(EntityName),
  idType: z.optional(z.string().check(z.minLength(1))),
  status: z.optional(z.enum(gateStatuses)),
  /** Choice: a write of the type STALE leaves the gate's type unchanged. */
  type: z.optional(z.enum(gateTypes)),
  targetApps: z.optional(
    z.union([
      z.pipe(
        z.string(),
        z.transform((app) => [app]),
      ),
      z.array(z.unknown()),
    ]),
  ),
  owner: z.nullish(OwnerUpdate),
  measureMetricLifts: z.optional(z.boolean()),
  store0100Exposures: z.optional(z.boolean()),
  monitoringMetrics: z.optional(z.array(z.unknown())),
  reviewSettings: z.optional(
    z.strictObject({ requiredReview: z.boolean(), allowedReviewers: z._default(z.array(z.unknown()), []) }),
  ),
};

/** Full replacement of a gate. */
export const GateUpdate = z
  .strictObject({
    id: ignored,
    ...optional,
    isEnabled: z.boolean(),
    description: Description,
    rules: Rules,
  })
  .check(uniqueRuleNames);
export type GateUpdate = z.output<typeof GateUpdate>;

/** Partial update of a gate; omitted fields keep their values. */
export const GatePatch = z
  .strictObject({
    id: ignored,
    ...optional,
    isEnabled: z.optional(z.boolean()),
    description: z.optional(Description),
    rules: z.optional(Rules),
  })
  .check(uniqueRuleNames);
export type GatePatch = z.output<typeof GatePatch>;

/** A new gate. Choice: the id of a new gate defaults to the id form of its name, the name to the id, and its rules get new ids. */
export const GateCreate = z
  .strictObject({
    ...optional,
    id: z.optional(EntityName),
    isEnabled: z._default(z.boolean(), true),
    description: z._default(Description, ""),
    rules: z._default(Rules, []),
  })
  .check(
    uniqueRuleNames,
    z.superRefine(({ id, name }, context) => {
      if (id === undefined && name === undefined) refuse(context, "name", "Required");
    }, evenIfRefused),
  );
export type GateCreate = z.output<typeof GateCreate>;
