// Finds the attributes that rules read for a user but that are not logged. Pure.
import type { RuleTrace } from "#targeting/evaluate/rules.ts";
import { typeLabel } from "#console/rules/fields/condition-words.ts";
import { uncapitalise } from "#console/foundation/ui/wording.ts";

/** Names the attributes of conditions that did not match for want of a value; the app may know them. */
export const unmatchedAttributes = (rules: readonly RuleTrace[]): string[] => [
  ...new Set(
    rules
      .filter(({ result }) => result === "does not match" || result === "not judged")
      .flatMap(({ conditions }) =>
        conditions.flatMap(({ condition: { type, field, customID }, value, reason }) => {
          const isAsked = reason === undefined && value === undefined && type !== "public";
          return isAsked ? [field || customID || uncapitalise(typeLabel(type))] : [];
        }),
      ),
  ),
];
