// Environments of a rule: null is every environment, an empty list is none at all.

const list = new Intl.ListFormat("en", { type: "conjunction" });
const usual = ["production", "staging", "development"];

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const environmentsText = (environments: readonly string[] | null | undefined): string => {
  if (!environments) return "All";
  return environments.length ? list.format(environments.map(capitalised)) : "None";
};

/** The environments to choose from: the usual ones and those that rules already name. */
export const knownEnvironments = (named: readonly (string | undefined)[]): string[] => [
  ...new Set([...usual, ...named.filter((name) => name !== undefined)]),
];
