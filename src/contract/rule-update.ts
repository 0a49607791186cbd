// A rule of a gate or a dynamic config, as written (API 2.7).
import { z } from "zod";
import { ChangeReason } from "./change.ts";
import { ConditionUpdate } from "./condition-update.ts";
import { isJsonObject, parseJson5, sameJson } from "./json5.ts";
import { ReturnValue } from "./rule.ts";

/** Lets a refinement also run where a field of the object was refused, so that all problems are reported at once. */
export const evenIfRefused = { when: (payload: { value: unknown }) => isJsonObject(payload.value) };

/** 0 to 100 in steps of 0.01. */
const PassPercentage = z
  .number()
  .min(0)
  .max(100)
  .refine((percent) => Number(percent.toFixed(2)) === percent, { message: "Must be a multiple of 0.01" })
  .meta({ multipleOf: 0.01 });

const RuleName = z.string().min(1, { message: "Must not be empty" });

type Twins = { returnValue?: unknown; returnValueJson5?: string | null | undefined };

/** A JSON5 text must parse to an object, and to the same JSON as its twin where both are given. */
export function checkTwins(
  json5: string | null | undefined,
  json: unknown,
  field: string,
  refuse: (field: string, message: string) => void,
) {
  if (typeof json5 !== "string") return;
  const parsed = parseJson5(json5);
  if (!parsed.ok) return refuse(`${field}Json5`, parsed.message);
  if (!isJsonObject(parsed.value)) return refuse(`${field}Json5`, "Expected an object");
  if (json !== undefined && json !== null && !sameJson(parsed.value, json))
    refuse(`${field}Json5`, `Must parse to the same JSON as ${field}`);
}

const refineTwins = (value: Twins, context: z.RefinementCtx) =>
  checkTwins(value.returnValueJson5, value.returnValue, "returnValue", (field, message) =>
    context.addIssue({ code: "custom", path: [field], message }),
  );

const VariantUpdate = z
  .strictObject({
    id: z.string().optional(),
    name: RuleName,
    passPercentage: PassPercentage,
    returnValue: ReturnValue.nullish(),
    returnValueJson5: z.string().nullish(),
  })
  .superRefine(refineTwins, evenIfRefused);

/** Fields of an answer that a client may send back unchanged; they are ignored. */
const answeredOnly = {
  completedAutomatedRollouts: z.unknown().optional(),
  pendingAutomatedRollouts: z.unknown().optional(),
};

const namesIn = (items: unknown): string[] =>
  (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
    isJsonObject(item) && typeof item["name"] === "string" ? [item["name"]] : [],
  );

/** Choice: rule names are unique within a gate or config, variant names within a rule. */
export function refuseDuplicateNames(items: unknown, what: string, context: z.RefinementCtx, field: string) {
  const names = namesIn(items);
  if (new Set(names).size < names.length)
    context.addIssue({ code: "custom", path: [field], message: `Duplicate ${what} name(s) given` });
}

const variantTotal = (variants: unknown): number =>
  (Array.isArray(variants) ? variants : []).reduce(
    (sum: number, variant: unknown) =>
      sum +
      (isJsonObject(variant) && typeof variant["passPercentage"] === "number"
        ? variant["passPercentage"]
        : 0),
    0,
  );

/** A rule of a dynamic config as written (API 4.4). Choice: a rule of a dynamic config needs `name` and `conditions`, and its percentage is 100 when absent. */
export const ConfigRuleUpdate = z
  .strictObject({
    id: z.string().optional(),
    baseID: z.string().nullish(),
    name: RuleName,
    passPercentage: PassPercentage.default(100),
    conditions: z.array(ConditionUpdate),
    environments: z.array(z.string()).nullish(),
    returnValue: ReturnValue.nullish(),
    returnValueJson5: z.string().nullish(),
    variants: z.array(VariantUpdate).nullish(),
    ...answeredOnly,
  })
  .superRefine(refineTwins, evenIfRefused)
  .superRefine((rule, context) => {
    refuseDuplicateNames(rule.variants, "variant", context, "variants");
    const total = variantTotal(rule.variants);
    if (total > 100.000001)
      context.addIssue({
        code: "custom",
        path: ["variants"],
        message: `Variants add up to ${+total.toFixed(2)} %, at most 100 % is possible`,
      });
  }, evenIfRefused);
export type ConfigRuleUpdate = z.output<typeof ConfigRuleUpdate>;

const gateRuleFields = {
  id: z.string().optional(),
  baseID: z.string().nullish(),
  environments: z.array(z.string()).nullish(),
  returnValue: ReturnValue.nullish(),
  ...answeredOnly,
};

/** A rule of a gate as written with the whole gate. */
export const GateRule = z.strictObject({
  ...gateRuleFields,
  name: RuleName,
  passPercentage: PassPercentage,
  conditions: z.array(ConditionUpdate),
});
export type GateRule = z.output<typeof GateRule>;

/** An update of one rule of a gate (API 4.7); `id` and `baseID` are ignored. */
export const GateRuleUpdate = z.strictObject({
  ...gateRuleFields,
  name: RuleName.optional(),
  passPercentage: PassPercentage.optional(),
  conditions: z.array(ConditionUpdate).optional(),
  changeReason: ChangeReason.optional(),
});
export type GateRuleUpdate = z.output<typeof GateRuleUpdate>;
