// Feature gates as written: created, fully updated, partially updated.
import { z } from "zod";
import { EntityName } from "./entity-name.ts";
import { answeredOnly, Description, ignored, optionalFields } from "./entity-update.ts";
import { OwnerUpdate } from "./envelope.ts";
import { gateStatuses, gateTypes } from "./gate.ts";
import { evenIfRefused, GateRule, refuseDuplicateNames } from "./rule-update.ts";

const answeredByGates = { ...answeredOnly, checksPerHour: ignored, typeReason: ignored };

const Rules = z.array(GateRule);

const optional = {
  ...optionalFields,
  name: EntityName.optional(),
  idType: z.string().min(1).optional(),
  status: z.enum(gateStatuses).optional(),
  /** Choice: a type sent as STALE leaves the gate's type as it is. */
  type: z.enum(gateTypes).optional(),
  targetApps: z.union([z.string().transform((app) => [app]), z.array(z.unknown())]).optional(),
  owner: OwnerUpdate.nullish(),
  measureMetricLifts: z.boolean().optional(),
  store0100Exposures: z.boolean().optional(),
  monitoringMetrics: z.array(z.unknown()).optional(),
  reviewSettings: z
    .strictObject({ requiredReview: z.boolean(), allowedReviewers: z.array(z.unknown()).default([]) })
    .optional(),
};

const uniqueRuleNames = (gate: { rules?: unknown }, context: z.RefinementCtx) =>
  refuseDuplicateNames(gate.rules, "rule", context, "rules");

/** The full replacement of a gate. */
export const GateUpdate = z
  .strictObject({
    id: ignored,
    ...answeredByGates,
    ...optional,
    isEnabled: z.boolean(),
    description: Description,
    rules: Rules,
  })
  .superRefine(uniqueRuleNames, evenIfRefused);
export type GateUpdate = z.output<typeof GateUpdate>;

/** The fields of a gate that change; the others stay. */
export const GatePatch = z
  .strictObject({
    id: ignored,
    ...answeredByGates,
    ...optional,
    isEnabled: z.boolean().optional(),
    description: Description.optional(),
    rules: Rules.optional(),
  })
  .superRefine(uniqueRuleNames, evenIfRefused);
export type GatePatch = z.output<typeof GatePatch>;

/** A new gate. Choice: a new gate without an id gets the id form of its name, without a name its id, and its rules get new ids. */
export const GateCreate = z
  .strictObject({
    ...answeredByGates,
    ...optional,
    id: EntityName.optional(),
    isEnabled: z.boolean().default(true),
    description: Description.default(""),
    rules: Rules.default([]),
  })
  .superRefine(uniqueRuleNames, evenIfRefused)
  .superRefine(({ id, name }, context) => {
    if (id === undefined && name === undefined)
      context.addIssue({ code: "custom", path: ["name"], message: "Required" });
  }, evenIfRefused);
export type GateCreate = z.output<typeof GateCreate>;
