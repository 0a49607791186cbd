// The draft of a condition: every part is text, and a change of type or operator keeps the parts that still apply.
import { z } from "zod/mini";
import type { ConditionUpdate } from "#contract/condition-update.ts";
import {
  conditionRules,
  targetKind,
  targetValues,
  type Condition,
  type ConditionRule,
} from "#contract/condition.ts";
import { sameJson } from "#contract/json5.ts";
import { timeOf } from "#targeting/evaluate/values.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { isKnownType } from "./condition-words.ts";

export const ConditionDraft = z.object({
  /** Stable while the condition is edited and moved; never sent. */
  key: z.string(),
  type: z.string(),
  operator: z.string(),
  field: z.string(),
  customID: z.string(),
  values: z.array(z.string()),
});
export type ConditionDraft = z.infer<typeof ConditionDraft>;

/** A condition in the format of the request: values are always a list, as in the API description. */
interface SentCondition {
  type: string;
  operator?: string;
  field?: string;
  customID?: string;
  targetValue?: string[];
}

export const conditionRuleOf = (type: string): ConditionRule | undefined =>
  isKnownType(type) ? conditionRules[type] : undefined;

/** Returns how many values a condition takes; types unknown to this console are unchecked. */
export const valueKind = (type: string, operator: string): "none" | "one" | "list" | "unchecked" =>
  isKnownType(type) ? targetKind(type, operator || undefined) : "unchecked";

const conditionDraftOf = (condition: Condition, key: string): ConditionDraft => ({
  key,
  type: condition.type,
  operator: condition.operator ?? "",
  field: condition.field ?? "",
  customID: condition.customID ?? "",
  values: targetValues(condition),
});

export const conditionDraftsOf = (conditions: readonly Condition[]): ConditionDraft[] =>
  conditions.map((condition, index) => conditionDraftOf(condition, `stored-${index}`));

export function newCondition(key: string): ConditionDraft {
  return { key, type: "country", operator: "any", field: "", customID: "", values: [] };
}

const dateOperators = new Set(["before", "after", "on"]);

/** Normalises the values of date conditions: date fields show only dates, request times are in ms; anything else is dropped. */
function withDates(draft: ConditionDraft): ConditionDraft {
  const isOfAsking = draft.type === "time";
  if (!isOfAsking && !dateOperators.has(draft.operator)) return draft;
  const [text] = draft.values;
  const time = timeOf(text);
  if (text === undefined || time === undefined) return { ...draft, values: [] };
  return { ...draft, values: [isOfAsking ? String(time) : text] };
}

/** Changes the operator; typed values stay if they are valid for it. */
export const withOperator = (draft: ConditionDraft, operator: string): ConditionDraft =>
  withDates({ ...draft, operator });

/** Changes the type; the operator stays if the type supports it, the values if they still make sense. */
export function withType(draft: ConditionDraft, type: string): ConditionDraft {
  const operators = conditionRuleOf(type)?.operators ?? [];
  const operator = operators.includes(draft.operator) ? draft.operator : (operators[0] ?? "");
  const sameWorld = valueKind(type, operator) === valueKind(draft.type, draft.operator);
  return withDates({ ...draft, type, operator, values: sameWorld ? draft.values : [] });
}

/** The values that apply: all typed values are kept when the operator changes, but one that takes a single value uses the first. */
function meantValues({ type, operator, values }: ConditionDraft): string[] {
  const kind = valueKind(type, operator);
  if (kind === "none") return [];
  return kind === "one" ? values.slice(0, 1) : values;
}

/** Whether the type uses the part; remains of a previous type are ignored. */
function isMeant({ type }: ConditionDraft, part: "field" | "customID"): boolean {
  const rule = conditionRuleOf(type);
  return !rule || rule.target === "unchecked" || rule.needs === part;
}

export function sentCondition(draft: ConditionDraft): SentCondition {
  const sent: SentCondition = { type: draft.type };
  if (draft.operator) sent.operator = draft.operator;
  if (draft.field && isMeant(draft, "field")) sent.field = draft.field;
  if (draft.customID && isMeant(draft, "customID")) sent.customID = draft.customID;
  if (valueKind(draft.type, draft.operator) !== "none") sent.targetValue = meantValues(draft);
  return sent;
}

/** Converts conditions for typed calls; a type that the contract does not know is rejected by the service with a message. */
export const sentConditions = (drafts: readonly ConditionDraft[]) =>
  drafts.map(sentCondition) as z.input<typeof ConditionUpdate>[];

export const sameConditions = (left: readonly ConditionDraft[], right: readonly ConditionDraft[]) =>
  sameJson(sentConditions(left), sentConditions(right));

/** Converts drafts for texts and evaluation; memoized, so that other edits to the rule do not create new conditions. */
export const conditionsOfDraft = memoized((conditions: readonly ConditionDraft[]): Condition[] =>
  conditions.map((draft) => ({
    type: draft.type,
    operator: draft.operator,
    field: isMeant(draft, "field") ? draft.field : undefined,
    customID: isMeant(draft, "customID") ? draft.customID : undefined,
    targetValue: meantValues(draft),
  })),
);
