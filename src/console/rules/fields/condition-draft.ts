// A condition while it is edited: every part is text, and a change of type or operator keeps what still fits.
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
  /** Stays the same while the condition is edited and moved; never sent. */
  key: z.string(),
  type: z.string(),
  operator: z.string(),
  field: z.string(),
  customID: z.string(),
  values: z.array(z.string()),
});
export type ConditionDraft = z.infer<typeof ConditionDraft>;

/** A condition as it is sent: always a list of values, as the description shows it. */
interface SentCondition {
  type: string;
  operator?: string;
  field?: string;
  customID?: string;
  targetValue?: string[];
}

export const conditionRuleOf = (type: string): ConditionRule | undefined =>
  isKnownType(type) ? conditionRules[type] : undefined;

/** How many values a condition takes; types that this console does not know keep theirs. */
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

/** A field for dates shows dates only, and the time of asking is compared in ms: what is none is left out. */
function withDates(draft: ConditionDraft): ConditionDraft {
  const isOfAsking = draft.type === "time";
  if (!isOfAsking && !dateOperators.has(draft.operator)) return draft;
  const [text] = draft.values;
  const time = timeOf(text);
  if (text === undefined || time === undefined) return { ...draft, values: [] };
  return { ...draft, values: [isOfAsking ? String(time) : text] };
}

/** Another operator: what is typed stays where it can be meant. */
export const withOperator = (draft: ConditionDraft, operator: string): ConditionDraft =>
  withDates({ ...draft, operator });

/** Another type: the operator stays if the type has it, the values stay if they can still be meant. */
export function withType(draft: ConditionDraft, type: string): ConditionDraft {
  const operators = conditionRuleOf(type)?.operators ?? [];
  const operator = operators.includes(draft.operator) ? draft.operator : (operators[0] ?? "");
  const sameWorld = valueKind(type, operator) === valueKind(draft.type, draft.operator);
  return withDates({ ...draft, type, operator, values: sameWorld ? draft.values : [] });
}

/** The typed values stay while the comparison changes; one that takes a single value means the first. */
function meantValues({ type, operator, values }: ConditionDraft): string[] {
  const kind = valueKind(type, operator);
  if (kind === "none") return [];
  return kind === "one" ? values.slice(0, 1) : values;
}

/** The type has a use for the part; what a condition of another type left behind is not meant. */
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

/** The same for typed calls: a type that the contract does not know is refused by the service, with its words. */
export const sentConditions = (drafts: readonly ConditionDraft[]) =>
  drafts.map(sentCondition) as z.input<typeof ConditionUpdate>[];

export const sameConditions = (left: readonly ConditionDraft[], right: readonly ConditionDraft[]) =>
  sameJson(sentConditions(left), sentConditions(right));

/** A draft as the sentences and the evaluation read it: the same conditions for the same draft, whatever else of the rule is typed. */
export const conditionsOfDraft = memoized((conditions: readonly ConditionDraft[]): Condition[] =>
  conditions.map((draft) => ({
    type: draft.type,
    operator: draft.operator,
    field: isMeant(draft, "field") ? draft.field : undefined,
    customID: isMeant(draft, "customID") ? draft.customID : undefined,
    targetValue: meantValues(draft),
  })),
);
