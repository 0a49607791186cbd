// Texts about the environments of a rule: null means every environment, an empty list none.
import type { Rule } from "#contract/rule.ts";
import { isNone, type Environments } from "#targeting/evaluate/changed-environments.ts";
import { andList, capitalise } from "#console/foundation/ui/wording.ts";

const usual = ["production", "staging", "development"];

export const environmentsText = (environments: readonly string[] | null | undefined): string => {
  if (!environments) return "All";
  return environments.length ? andList(environments.map(capitalise)) : "None";
};

/** Describes the effect of changing a rule's environments: "Also in staging, no more in development". */
export function environmentsConsequence(before: Rule["environments"], after: Rule["environments"]): string {
  if (after?.length === 0) return "It holds nowhere any more";
  if (!after)
    return before?.length ? `Also in every environment but ${andList(before)}` : "It holds everywhere";
  if (!before) return `Only in ${andList(after)} from now on`;
  const added = after.filter((name) => !before.includes(name));
  const gone = before.filter((name) => !after.includes(name));
  const parts = [
    added.length > 0 ? `also in ${andList(added)}` : "",
    gone.length > 0 ? `no more in ${andList(gone)}` : "",
  ];
  return capitalise(parts.filter(Boolean).join(", "));
}

/** The environments to choose from: the usual ones, and those that rules already mention. */
export const knownEnvironments = (named: readonly (string | undefined)[]): string[] => [
  ...new Set([...usual, ...named.filter((name) => name !== undefined)]),
];

/** Describes the environments in which a change has an effect: "in staging". */
export function changedEnvironmentsText(environments: Environments): string {
  const { names, hasOthers, without } = environments;
  if (isNone(environments)) return "changes nobody's answer";
  if (!hasOthers) return `in ${andList(names)}`;
  return without.length ? `in every environment but ${andList(without)}` : "in every environment";
}
