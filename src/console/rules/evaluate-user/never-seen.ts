// The attributes that rules asked of a user and nothing logged tells. Pure.
import type { RuleTrace } from "#targeting/evaluate/rules.ts";
import { typeLabel } from "#console/rules/fields/condition-words.ts";
import { uncapitalise } from "#console/foundation/ui/wording.ts";

/** A condition that found no value asks for what may be there in the app. */
export const readsOf = (rules: readonly RuleTrace[]): string[] => [
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
