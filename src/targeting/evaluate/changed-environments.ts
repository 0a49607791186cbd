// Determines the environments in which a change of a gate or config alters some user's result. Every row, warning and
// button uses this one result.
import { targetValues } from "#contract/condition.ts";
import { sameJson } from "#contract/json5.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import {
  evaluatedRules,
  mayGiveDefault,
  appliesIn,
  isCertainlySameResult,
  type ResultModel,
  type EvaluatedRule,
} from "./result-model.ts";
import { lowerCased } from "./values.ts";

/** A set of environments. Production is always listed, either in `names` or in `without`. */
export interface Environments {
  readonly names: readonly string[];
  /** Whether the set also contains the environments that no rule names. */
  readonly hasOthers: boolean;
  /** Environments outside the set that a rule names, and production. */
  readonly without: readonly string[];
}

export const noEnvironments: Environments = { names: [], hasOthers: false, without: [] };
export const isNone = ({ names, hasOthers }: Environments) => names.length === 0 && !hasOthers;
export const hasProduction = ({ names }: Environments) => names.includes("production");

/** Stands for all environments that no rule names. */
const anyOther = "any other environment";
export const listOf = ({ names, hasOthers }: Environments) => [...names, ...(hasOthers ? [anyOther] : [])];

/** Returns the environments that the rules name: the spelling used first, by lower-case name. */
function namesIn(...both: readonly ResultModel[]) {
  const names = new Map([["production", "production"]]);
  for (const { environments, conditions } of both.flatMap(({ rules }) => rules)) {
    const tiers = conditions.filter(({ type }) => type === "environment_tier").flatMap(targetValues);
    for (const name of [...(environments ?? []), ...tiers])
      if (!names.has(lowerCased(name))) names.set(lowerCased(name), name);
  }
  return names;
}

export interface ChangedEnvironmentsOfRule {
  /** Environments in which the rule newly applies or no longer applies, including when it is added or removed. */
  readonly byPlace: Environments;
  /** Environments in which the rule applied before and still applies, and anything else about it changed. */
  readonly byContent: Environments;
}

export interface ChangedEnvironments {
  readonly all: Environments;
  readonly byOrder: Environments;
  /** Environments in which the default result changes for some user. */
  readonly byRest: Environments;
  /** Returns the environments affected by one rule; `was` is undefined for an added rule, `is` for a removed one. */
  readonly ofRule: (was: Rule | undefined, is: Rule | undefined) => ChangedEnvironmentsOfRule;
}

/** Returns where results change, as a whole and by each part of the change; each environment of the whole is in at least one part. */
export function changedEnvironments(before: ResultModel, after: ResultModel): ChangedEnvironments {
  const names = namesIn(before, after);
  const changed = [...names.keys(), anyOther]
    .map((environment) => ({
      environment,
      old: evaluatedRules(before, environment),
      now: evaluatedRules(after, environment),
    }))
    .filter(({ old, now }) => !isCertainlySameResult(before, old, after, now));
  const where = (isIn: (one: (typeof changed)[number]) => boolean): Environments => {
    const found = new Set(changed.filter(isIn).map(({ environment }) => environment));
    const spelt = (isFound: boolean) =>
      [...names].flatMap(([environment, name]) => (found.has(environment) === isFound ? [name] : []));
    return { names: spelt(true), hasOthers: found.has(anyOther), without: spelt(false) };
  };
  const idsIn = ({ rules }: ResultModel, among: ReadonlySet<string>) =>
    rules.map(baseIDOf).filter((id) => among.has(id));
  const holds = (rule: Rule | undefined, environment: string) =>
    rule !== undefined && appliesIn(rule, environment);
  const isAsked = (asked: readonly EvaluatedRule[], rule: Rule | undefined) =>
    asked.some((one) => one.rule === rule);
  const all = where(() => true);
  return {
    all,
    byOrder: where(({ old, now }) => {
      const asked = new Set([...old, ...now].map(({ rule }) => baseIDOf(rule)));
      const common = new Set(idsIn(before, new Set(idsIn(after, asked))));
      return !sameJson(idsIn(before, common), idsIn(after, common));
    }),
    byRest: where(({ old, now }) => mayGiveDefault(before, old) || mayGiveDefault(after, now)),
    ofRule: (was, is) => {
      const touched = (isKept: boolean) =>
        where(
          ({ environment, old, now }) =>
            (holds(was, environment) === holds(is, environment)) === isKept &&
            (isAsked(old, was) || isAsked(now, is)),
        );
      return { byPlace: touched(false), byContent: touched(true) };
    },
  };
}
