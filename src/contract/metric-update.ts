// Request schemas of metrics: creation and partial update.
import { z } from "zod/mini";
import { answeredOnly, Description, ignored } from "./entity-update.ts";
import { ChangeReason } from "./change.ts";
import { directionalities } from "./metric.ts";
import {
  criterionConditions,
  criterionTypes,
  definitionLimits,
  definitionProblems,
  metricEventTypes,
} from "./metric-definition.ts";
import { evenIfRefused } from "./rule-update.ts";

const text = z.string().check(z.minLength(1), z.maxLength(definitionLimits.characters));

const CriterionUpdate = z.strictObject({
  type: z.enum(criterionTypes),
  column: z.nullish(text),
  condition: z.enum(criterionConditions),
  values: z.nullish(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(definitionLimits.characters)))
      .check(z.maxLength(definitionLimits.values)),
  ),
  nullVacuousOverride: z.nullish(z.boolean()),
});
const CriteriaUpdate = z.nullish(z.array(CriterionUpdate).check(z.maxLength(definitionLimits.criteria)));

const EventUpdate = z.strictObject({
  name: text,
  type: z._default(z.enum(metricEventTypes), "count"),
  metadataKey: z.nullish(text),
  criteria: CriteriaUpdate,
});

const StepUpdate = z.strictObject({
  name: text,
  type: z._default(z.string(), "event_count"),
  criteria: CriteriaUpdate,
});

/** Fields that define how a metric is computed. */
export const definitionFields = {
  metricEvents: z.optional(z.array(EventUpdate).check(z.maxLength(definitionLimits.events))),
  funnelEventList: z.optional(z.array(StepUpdate).check(z.maxLength(definitionLimits.steps))),
  funnelCountDistinct: z.optional(z.enum(["users", "events"])),
  winsorization: z.nullish(z.number().check(z.gte(50), z.lte(100))),
};

const optional = {
  ...answeredOnly,
  id: ignored,
  lineage: ignored,
  experimentCount: ignored,
  lastEventTime: ignored,
  sql: ignored,
  creatorID: z.nullish(z.string()),
  creatorEmail: z.nullish(z.string()),
  directionality: z.optional(z.enum(directionalities)),
  description: z.optional(Description),
  tags: z.optional(z.array(z.string())),
  owner: z.nullish(z.strictObject({ name: text })),
  team: z.nullish(z.string()),
  unitTypes: z.optional(z.array(text).check(z.maxLength(20))),
  isPermanent: z.optional(z.boolean()),
  isReadOnly: z.optional(z.boolean()),
  isHidden: z.optional(z.boolean()),
  isVerified: z.optional(z.boolean()),
  changeReason: z.optional(ChangeReason),
  ...definitionFields,
  /** Choice: of `warehouseNative`, a metric takes only the name of its source; its other fields define what it counts. */
  warehouseNative: z.nullish(z.strictObject({ metricSourceName: z.nullish(text) })),
};

/** Schema of a metric's name. */
export const MetricName = z.string().check(z.minLength(4), z.maxLength(200));

/** Partial update of a metric; omitted fields keep their values. Name and type cannot change, but may be sent back. */
export const MetricPatch = z.strictObject({
  ...optional,
  name: z.optional(z.string()),
  type: z.optional(z.string()),
});
export type MetricPatch = z.output<typeof MetricPatch>;

/** Reports problems of a definition whose fields are each well-formed. */
export const checkDefinition = z.superRefine<z.infer<typeof Definition>>((definition, context) => {
  const parsed = Definition.safeParse(definition);
  if (!parsed.success) return;
  for (const { property, errorMessage } of definitionProblems(parsed.data))
    context.addIssue({
      code: "custom",
      path: property.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      message: errorMessage,
    });
}, evenIfRefused);

const Definition = z.object({ type: z.string(), ...definitionFields });

/** A definition to preview on the last days; nothing is stored. */
export const MetricPreviewRequest = z
  .strictObject({ type: z.string(), ...definitionFields, unitType: z.optional(text) })
  .check(checkDefinition);
export type MetricPreviewRequest = z.output<typeof MetricPreviewRequest>;

/** A new metric; its id is `<name>::<type>`. */
export const MetricCreate = z
  .strictObject({ ...optional, name: MetricName, type: z.string() })
  .check(checkDefinition);
export type MetricCreate = z.output<typeof MetricCreate>;
