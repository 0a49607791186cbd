// Environments of a rule: null is every environment, an empty list is none at all.
import { isNone, type Environments } from "#targeting/evaluate/changed-environments.ts";
import { andList, capitalise } from "#console/foundation/ui/wording.ts";

const usual = ["production", "staging", "development"];

export const environmentsText = (environments: readonly string[] | null | undefined): string => {
  if (!environments) return "All";
  return environments.length ? andList(environments.map(capitalise)) : "None";
};

/** The environments to choose from: the usual ones and those that rules already name. */
export const knownEnvironments = (named: readonly (string | undefined)[]): string[] => [
  ...new Set([...usual, ...named.filter((name) => name !== undefined)]),
];

/** Where a change gives somebody another answer: "in staging". */
export function changedEnvironmentsText(environments: Environments): string {
  const { names, hasOthers, without } = environments;
  if (isNone(environments)) return "changes nobody's answer";
  if (!hasOthers) return `in ${andList(names)}`;
  return without.length ? `in every environment but ${andList(without)}` : "in every environment";
}
