// Request schemas of rules of gates and dynamic configs (API 2.7).
import { z } from "zod/mini";
import { ChangeReason } from "./change.ts";
import { ConditionUpdate } from "./condition-update.ts";
import { ignored } from "./entity-update.ts";
import { isJsonObject, parseJson5, sameJson } from "./json5.ts";
import { ReturnValue } from "./rule.ts";

/** Lets a refinement run even if a field of the object is invalid, so that all problems are reported at once. */
export const evenIfRefused = { when: (payload: { value: unknown }) => isJsonObject(payload.value) };

/** Reports a problem of a field to zod. */
export const refuse = (context: z.core.$RefinementCtx, field: string, message: string) =>
  context.addIssue({ code: "custom", path: [field], message });

/** 0 to 100 in steps of 0.01. */
export const PassPercentage = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((percent) => Number(percent.toFixed(2)) === percent, { message: "Must be a multiple of 0.01" }),
  z.meta({ multipleOf: 0.01 }),
);

const RuleName = z.string().check(z.minLength(1, { message: "Must not be empty" }));

type Twins = { returnValue?: unknown; returnValueJson5?: string | null | undefined };

/** Checks that a JSON5 text parses to an object, and to the same JSON as its twin if both are given. */
export function checkTwins(
  json5: string | null | undefined,
  json: unknown,
  field: string,
  context: z.core.$RefinementCtx,
) {
  if (typeof json5 !== "string") return;
  const parsed = parseJson5(json5);
  if (!parsed.ok) return refuse(context, `${field}Json5`, parsed.message);
  if (!isJsonObject(parsed.value)) return refuse(context, `${field}Json5`, "Expected an object");
  if (json !== undefined && json !== null && !sameJson(parsed.value, json))
    refuse(context, `${field}Json5`, `Must parse to the same JSON as ${field}`);
}

const refineTwins = z.superRefine(
  ({ returnValue, returnValueJson5 }: Twins, context) =>
    checkTwins(returnValueJson5, returnValue, "returnValue", context),
  evenIfRefused,
);

const VariantUpdate = z
  .strictObject({
    id: z.optional(z.string()),
    name: RuleName,
    passPercentage: PassPercentage,
    returnValue: z.nullish(ReturnValue),
    returnValueJson5: z.nullish(z.string()),
  })
  .check(refineTwins);

/** Fields that are optional in every rule. */
const optional = {
  id: z.optional(z.string()),
  baseID: z.nullish(z.string()),
  environments: z.nullish(z.array(z.string())),
  returnValue: z.nullish(ReturnValue),
  completedAutomatedRollouts: ignored,
  pendingAutomatedRollouts: ignored,
};

const namesIn = (items: unknown): string[] =>
  (Array.isArray(items) ? items : []).flatMap((item: unknown) =>
    isJsonObject(item) && typeof item["name"] === "string" ? [item["name"]] : [],
  );

/** Choice: rule names are unique within a gate or config, variant names within a rule. */
function refuseDuplicateNames(items: unknown, what: string, context: z.core.$RefinementCtx, field: string) {
  const names = namesIn(items);
  if (new Set(names).size < names.length) refuse(context, field, `Duplicate ${what} name(s) given`);
}

export const uniqueRuleNames = z.superRefine(
  ({ rules }: { rules?: unknown }, context) => refuseDuplicateNames(rules, "rule", context, "rules"),
  evenIfRefused,
);

const variantTotal = (variants: unknown): number =>
  (Array.isArray(variants) ? variants : []).reduce(
    (sum: number, variant: unknown) =>
      sum +
      (isJsonObject(variant) && typeof variant["passPercentage"] === "number"
        ? variant["passPercentage"]
        : 0),
    0,
  );

/** A rule of a dynamic config as written (API 4.4). Choice: a rule of a dynamic config requires `name` and `conditions`, and its percentage defaults to 100. */
export const ConfigRuleUpdate = z
  .strictObject({
    ...optional,
    name: RuleName,
    passPercentage: z._default(PassPercentage, 100),
    conditions: z.array(ConditionUpdate),
    returnValueJson5: z.nullish(z.string()),
    variants: z.nullish(z.array(VariantUpdate)),
  })
  .check(
    refineTwins,
    z.superRefine((rule, context) => {
      refuseDuplicateNames(rule.variants, "variant", context, "variants");
      const total = variantTotal(rule.variants);
      if (total > 100.000001)
        refuse(context, "variants", `Variants add up to ${+total.toFixed(2)} %, at most 100 % is possible`);
    }, evenIfRefused),
  );
export type ConfigRuleUpdate = z.output<typeof ConfigRuleUpdate>;

/** A rule in a write of a whole gate. */
export const GateRule = z.strictObject({
  ...optional,
  name: RuleName,
  passPercentage: PassPercentage,
  conditions: z.array(ConditionUpdate),
});
export type GateRule = z.output<typeof GateRule>;

/** An update of one rule of a gate (API 4.7); `id` and `baseID` are ignored. */
export const GateRuleUpdate = z.strictObject({
  ...optional,
  name: z.optional(RuleName),
  passPercentage: z.optional(PassPercentage),
  conditions: z.optional(z.array(ConditionUpdate)),
  changeReason: z.optional(ChangeReason),
});
export type GateRuleUpdate = z.output<typeof GateRuleUpdate>;
