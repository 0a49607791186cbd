// Differences between two states of a gate or a config in words, by the users they are for.
import { noEnvironments, type Environments } from "#targeting/evaluate/changed-environments.ts";
import { plural } from "#console/foundation/ui/wording.ts";

export interface Change {
  what: string;
  /** Empty where what changed has no value to be shown. */
  before: string;
  after: string;
  /** The change as a consequence: "Twice as many users". */
  consequence?: string;
  /** My value, where two change the same. */
  mine?: string;
  /** Those in which it changes somebody's answer. */
  environments: Environments;
}

/** The users of one rule, or everyone, and what changes for them. */
export interface AudienceChange {
  /** Of the rule; "whole" for what is about everything, "default" for those that no rule takes. */
  key: string;
  /** "12.5 % of users where country is DE". */
  who: string;
  /** "Rule 2, North"; empty where everything is meant. */
  place: string;
  changes: Change[];
}

export interface Changes {
  audiences: AudienceChange[];
  /** Names of the rules that stay as they are. */
  unchanged: string[];
  /** Those in which all of it changes somebody's answer. */
  environments: Environments;
}

/** A row where the texts differ; an empty text is "none". */
export const changeOf = (
  what: string,
  before: string,
  after: string,
  environments = noEnvironments,
): Change[] =>
  before === after ? [] : [{ what, before: before || "none", after: after || "none", environments }];

export const countChanges = ({ audiences }: Changes) =>
  audiences.reduce((sum, { changes }) => sum + changes.length, 0);

/** "3 changes in 2 rules"; without the rules where something else changes too. */
export function countText(changes: Changes): string {
  const rules = changes.audiences.filter(({ key }) => key !== "whole" && key !== "default").length;
  const isOnlyRules = rules > 0 && rules === changes.audiences.length;
  return `${plural(countChanges(changes), "change")}${isOnlyRules ? ` in ${plural(rules, "rule")}` : ""}`;
}
