// Describes conditions in words, with one vocabulary for sentences, pickers and reviews. Their evaluation is in targeting/.
import { conditionRules, targetValues, type Condition, type ConditionType } from "#contract/condition.ts";
import { timeOfText } from "#targeting/evaluate/time-of-text.ts";
import { formatZoned } from "#console/foundation/ui/time-format.ts";
import { capitalise, percentText, uncapitalise } from "#console/foundation/ui/wording.ts";

import { day } from "./date-text.ts";

/** A part of a sentence; `strong` marks variable parts, which are emphasised. */
export interface ConditionPart {
  readonly text: string;
  readonly strong?: boolean;
  /** The text is a user-given name, which is never capitalised. */
  readonly asIs?: boolean;
}

/** Returns the name of an entity by its id; undefined if unknown. */
export type NameOf = (id: string) => string | undefined;

const operatorWords: Readonly<Record<string, string>> = {
  any: "is",
  none: "is not",
  any_case_sensitive: "is exactly",
  none_case_sensitive: "is not exactly",
  encoded_any: "is (encoded)",
  str_contains_any: "contains",
  str_contains_none: "does not contain",
  str_matches: "matches",
  is_null: "is missing",
  is_not_null: "is present",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  version_gt: "is newer than",
  version_gte: "is at least version",
  version_lt: "is older than",
  version_lte: "is at most version",
  version_eq: "is version",
  before: "is before",
  after: "is after",
  on: "is on",
  array_contains_any: "has any of",
  array_contains_none: "has none of",
  array_contains_all: "has all of",
  not_array_contains_all: "does not have all of",
};

export const operatorLabel = (operator: string) => operatorWords[operator] ?? operator;

export const isKnownType = (type: string): type is ConditionType => Object.hasOwn(conditionRules, type);

export const typeLabel = (type: string) => (isKnownType(type) ? conditionRules[type].label : type);

/** Wording for one user (verb) and for several (clause). */
const gateWords: Readonly<Record<string, { verb: string; clause: string }>> = {
  passes_gate: { verb: "passes ", clause: "who pass " },
  fails_gate: { verb: "does not pass ", clause: "who do not pass " },
  passes_segment: { verb: "is in segment ", clause: "in segment " },
  fails_segment: { verb: "is not in segment ", clause: "not in segment " },
};

/** Short wording around the values of frequent conditions at the start of a sentence: "in DE or AT", "with app 5.2 or newer". */
const briefWords: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "country any": ["in ", ""],
  "country none": ["not in ", ""],
  "app_version version_gt": ["with app newer than ", ""],
  "app_version version_gte": ["with app ", " or newer"],
  "app_version version_lt": ["with app older than ", ""],
  "app_version version_lte": ["with app ", " or older"],
};

const andOperators = new Set(["array_contains_all", "not_array_contains_all"]);

/** Joins values with commas and a final "or" or "and". */
function listed(values: readonly string[], last: string): ConditionPart[] {
  return values.flatMap((text, index): ConditionPart[] => {
    const separator = index === 0 ? [] : [{ text: index === values.length - 1 ? ` ${last} ` : ", " }];
    return [...separator, { text, strong: true }];
  });
}

const isDateOperator = (condition: Condition) =>
  condition.type === "time" || ["before", "after", "on"].includes(condition.operator ?? "");

/** Formats a value; times are shown with their zone, and days in UTC, because they are compared in UTC. */
function shownValue(condition: Condition, value: string): string {
  const time = isDateOperator(condition) ? timeOfText(value) : undefined;
  if (time === undefined) return value;
  return condition.operator === "on" ? `${day(value)} (UTC)` : formatZoned(time);
}

function subjectOf(condition: Condition): ConditionPart {
  if (condition.type === "custom_field" && condition.field) return { text: condition.field, asIs: true };
  if (condition.type === "unit_id" && condition.customID) return { text: condition.customID, asIs: true };
  if (condition.type === "experiment_group")
    return { text: `group in ${condition.field ?? "an experiment"}` };
  return { text: uncapitalise(typeLabel(condition.type)) };
}

/** Describes one condition, starting in lower case. */
export function conditionParts(condition: Condition, nameOf: NameOf): ConditionPart[] {
  const values = targetValues(condition);
  if (condition.type === "public") return [{ text: "everyone" }];
  const ofGates = gateWords[condition.type];
  const names = values.map((id) => nameOf(id) ?? id);
  if (ofGates) return [{ text: ofGates.verb }, ...listed(names, "or")];
  const words = condition.operator ? operatorLabel(condition.operator) : "is";
  const target = listed(
    values.map((value) => shownValue(condition, value)),
    andOperators.has(condition.operator ?? "") ? "and" : "or",
  );
  return [subjectOf(condition), { text: ` ${words}` }, ...(target.length ? [{ text: " " }, ...target] : [])];
}

/** Describes the users of a rule by its conditions, joined by "and". Without conditions, that is everyone. */
export function whoParts(conditions: readonly Condition[], nameOf: NameOf): ConditionPart[] {
  if (conditions.length === 0) return [{ text: "Everyone" }];
  const parts = conditions.flatMap((condition, index): ConditionPart[] => [
    ...(index === 0 ? [] : [{ text: " and " }]),
    ...conditionParts(condition, nameOf),
  ]);
  const [first, ...rest] = parts;
  if (!first) return [];
  return [first.asIs ? first : { ...first, text: capitalise(first.text) }, ...rest];
}

/** Returns short wording such as "in DE or AT"; undefined if the condition needs a clause of its own. */
function briefParts(condition: Condition): ConditionPart[] | undefined {
  const words = briefWords[`${condition.type} ${condition.operator ?? ""}`];
  const values = targetValues(condition);
  return words && values.length > 0
    ? [{ text: ` ${words[0]}` }, ...listed(values, "or"), { text: words[1] }]
    : undefined;
}

/** Describes the users whom a rule matches: "Everyone", "25 % of users in DE with app 5.2 or newer and who pass Checkout". */
export function usersParts(
  conditions: readonly Condition[],
  percent: number,
  nameOf: NameOf,
): ConditionPart[] {
  const share = percent === 100 ? "" : `${percentText(percent)} of `;
  const named = conditions.filter(({ type }) => type !== "public");
  if (named.length === 0) return [{ text: share ? `${share}everyone` : "Everyone" }];
  const briefly = named.map(briefParts);
  const others = briefly.findIndex((parts) => parts === undefined);
  const leading = others === -1 ? named.length : others;
  const clauses = named.slice(leading).flatMap((condition, index): ConditionPart[] => {
    const [first, ...values] = conditionParts(condition, nameOf);
    const clause = gateWords[condition.type]?.clause;
    // A single "where" introduces all conditions that directly follow it.
    const before = index === 0 ? undefined : named[leading + index - 1];
    const where = before && !gateWords[before.type] ? "" : "where ";
    const joined = leading + index === 0 ? " " : " and ";
    return clause
      ? [{ text: `${joined}${clause}` }, ...values]
      : [{ text: `${joined}${where}` }, ...(first ? [first] : []), ...values];
  });
  const brief = briefly
    .slice(0, leading)
    .flatMap((parts = [], index) =>
      named[index]?.type === named[index - 1]?.type ? [{ text: " and" }, ...parts] : parts,
    );
  return [{ text: share ? `${share}users` : "Users" }, ...brief, ...clauses];
}

export const textOf = (parts: readonly ConditionPart[]) => parts.map((part) => part.text).join("");
