// Request schema of conditions: which operator, field and target each condition type requires.
import { z } from "zod/mini";
import { conditionRules, conditionTypes, targetKind, targetValues } from "./condition.ts";
import type { ConditionRule, ConditionType } from "./condition.ts";

const isCountry = (text: string) => /^[A-Za-z]{2}$/.test(text);
const isNumber = (text: string) => text.trim() !== "" && Number.isFinite(Number(text));
const isVersion = (text: string) => /^\d+(\.\d+)*(-.*)?$/.test(text.trim());
const isTime = (text: string) => isNumber(text) || !Number.isNaN(Date.parse(text));

function valueProblem(type: ConditionType, operator: string | undefined, value: string): string | undefined {
  if (value.trim() === "") return "Must not be empty";
  if (type === "country" && !isCountry(value))
    return `Expected a country of two letters, received '${value}'`;
  if (type === "time" && !/^\d{1,15}$/.test(value))
    return `Expected a time in milliseconds, received '${value}'`;
  if (operator?.startsWith("version_") && !isVersion(value))
    return `Expected a version such as 1.2.3, received '${value}'`;
  if (operator && ["gt", "gte", "lt", "lte"].includes(operator) && !isNumber(value))
    return `Expected a number, received '${value}'`;
  if (type === "custom_field" && operator && ["before", "after", "on"].includes(operator) && !isTime(value))
    return `Expected a date or a time in milliseconds, received '${value}'`;
  return undefined;
}

const TargetValue = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

/** A condition as written. Choice: a condition's target may be sent as one value or an array, and is stored as a list of texts. */
export const ConditionUpdate = z
  .strictObject({
    type: z.enum(conditionTypes),
    operator: z.nullish(z.string()),
    field: z.nullish(z.string()),
    customID: z.nullish(z.string()),
    targetValue: z.nullish(z.union([TargetValue, z.array(TargetValue)])),
  })
  .check(
    z.superRefine((condition, context) => {
      const rule: ConditionRule = conditionRules[condition.type];
      const operator = condition.operator ?? undefined;
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [field], message });
      if (rule.target === "unchecked") return;
      if (operator !== "encoded_any") {
        if (rule.operators.length && !operator) refuse("operator", "Required");
        else if (operator && rule.operators.length && !rule.operators.includes(operator))
          refuse(
            "operator",
            `Invalid enum value. Expected ${rule.operators.map((name) => `'${name}'`).join(" | ")}, received '${operator}'`,
          );
      }
      if (rule.needs && !condition[rule.needs]) refuse(rule.needs, "Required");
      const kind = targetKind(condition.type, operator);
      const values = targetValues(condition);
      if (kind === "none") return;
      if (values.length === 0) return refuse("targetValue", "Required");
      if (kind === "one" && values.length > 1) return refuse("targetValue", "Expected one value");
      for (const value of values) {
        const problem = valueProblem(condition.type, operator, value);
        if (problem) return refuse("targetValue", problem);
      }
    }),
  );
export type ConditionUpdate = z.output<typeof ConditionUpdate>;
