// Types for the differences between two states of a gate or config in words, grouped by the users whom they affect.
import { noEnvironments, type Environments } from "#targeting/evaluate/changed-environments.ts";
import { plural } from "#console/foundation/ui/wording.ts";

export interface Change {
  what: string;
  /** The old value; empty where there is no value to show. */
  before: string;
  after: string;
  /** The effect of the change in words: "Twice as many users". */
  consequence?: string;
  /** The value in the user's own draft, where two people change the same field. */
  mine?: string;
  /** The environments in which the change affects what some users get. */
  environments: Environments;
}

/** The users of one rule, or everyone, and what changes for them. */
export interface AudienceChange {
  /** Key of the rule; "whole" for changes to everything, "default" for the users whom no rule matches. */
  key: string;
  /** Such as "12.5 % of users where country is DE". */
  who: string;
  /** Such as "Rule 2, North"; empty where the change applies to everything. */
  place: string;
  changes: Change[];
}

export interface Changes {
  audiences: AudienceChange[];
  /** Names of the unchanged rules. */
  unchanged: string[];
  /** The environments in which the changes together affect what some users get. */
  environments: Environments;
}

/** Returns one change if the texts differ, else none; an empty text is shown as "none". */
export const changeOf = (
  what: string,
  before: string,
  after: string,
  environments = noEnvironments,
): Change[] =>
  before === after ? [] : [{ what, before: before || "none", after: after || "none", environments }];

export const countChanges = ({ audiences }: Changes) =>
  audiences.reduce((sum, { changes }) => sum + changes.length, 0);

/** Returns "3 changes in 2 rules", or only "3 changes" if anything besides rules changed. */
export function countText(changes: Changes): string {
  const rules = changes.audiences.filter(({ key }) => key !== "whole" && key !== "default").length;
  const isOnlyRules = rules > 0 && rules === changes.audiences.length;
  return `${plural(countChanges(changes), "change")}${isOnlyRules ? ` in ${plural(rules, "rule")}` : ""}`;
}
