// Evaluates a list of rules for a user. The first rule whose conditions the user meets decides, even if its percentage
// then excludes the user.
import type { Condition } from "#contract/condition.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { bucketAfter, buckets, bucketsOf } from "./bucket.ts";
import type { PreparedCondition, Test } from "./conditions.ts";
import { isJudged, type Answer, type NotJudged } from "./operators.ts";
import { environmentOf, isUserID, unitPlace, type User } from "./places.ts";
import { lowerCased, textOf } from "./values.ts";
import { referencesOfCondition } from "./references.ts";

/** The gate or config that owns the rules. Choice: the salt of the hash is the owner's `salt`, else its id. */
export interface RuleOwner {
  readonly id: string;
  readonly rules: readonly Rule[];
  readonly idType?: string | null | undefined;
  readonly salt?: unknown;
}

export interface Decision {
  readonly outcome: "pass" | "fail" | "unknown";
  /** A sentence. */
  readonly reason: string;
  /** The rule that decided or, if the outcome is unknown, the rule that cannot be evaluated. */
  readonly rule?: Rule;
  /** Zero-based index of the rule. */
  readonly index?: number;
}

export interface ConditionTrace {
  readonly condition: Condition;
  readonly result: "passed" | "failed" | "not judged";
  /** The value that the condition compared; absent if it compares none. */
  readonly value?: unknown;
  /** The reason why the condition was not evaluated, or the decision of the gate that it refers to. */
  readonly reason?: string;
}

export interface RuleTrace {
  readonly rule: Rule;
  readonly result: "decides" | "does not match" | "not judged" | "not reached";
  /** Absent if the rule was not reached. */
  readonly environment?: "passed" | "failed";
  /** Empty if the rule was not reached. */
  readonly conditions: readonly ConditionTrace[];
  /** The bucket, of 10000, that the unit falls into; present if the rule decides. */
  readonly bucket?: number;
}

export interface Explanation extends Decision {
  readonly rules: readonly RuleTrace[];
}

export interface PreparedRule {
  readonly rule: Rule;
  readonly isIn: (user: User) => boolean;
  readonly conditions: readonly PreparedCondition[];
  readonly matches: Test;
  /** Number of buckets that the rule passes. */
  readonly limit: number;
  /** The text that is hashed before the unit. */
  readonly salt: string;
  /** Returns the bucket of the user's unit for this rule. */
  readonly bucket: (user: User) => number;
  readonly takes: (user: User) => boolean;
}

export const saltOf = (owner: Pick<RuleOwner, "id" | "salt">): string =>
  typeof owner.salt === "string" && owner.salt !== "" ? owner.salt : owner.id;

const userIDText = ({ userID }: User) => textOf(userID) ?? "";

/** Reads the unit of a user as it is hashed. Choice: a user without the unit is hashed with an empty id, as in clients. */
export function unitTextReader(idType: string | null | undefined): (user: User) => string {
  if (isUserID(idType ?? "userID")) return userIDText;
  const { read } = unitPlace(idType ?? "userID");
  return (user) => textOf(read(user)) ?? "";
}

/** Whether a rule passes the unit of a user who meets its conditions. */
const takesUnit = (limit: number, salt: string, unit: string): boolean =>
  limit >= buckets || (limit > 0 && bucketAfter(salt, unit) < limit);

function prepareRule(
  rule: Rule,
  owner: RuleOwner,
  prepare: (condition: Condition) => PreparedCondition,
): PreparedRule {
  const conditions = rule.conditions.map(prepare);
  // Choice: names of environments are compared like other texts, ignoring case.
  const environments = rule.environments && new Set(rule.environments.map(lowerCased));
  let lastEnvironment: string | undefined;
  let isInLast = false;
  const isIn = (user: User) => {
    if (!environments) return true;
    const environment = environmentOf(user);
    // Caches the last environment, since consecutive users often have the same one.
    if (environment !== lastEnvironment) isInLast = environments.has(lowerCased(environment));
    lastEnvironment = environment;
    return isInLast;
  };
  const limit = bucketsOf(rule.passPercentage);
  const salt = `${saltOf(owner)}.${baseIDOf(rule)}.`;
  const unitText = unitTextReader(owner.idType);
  const bucket = (user: User) => bucketAfter(salt, unitText(user));
  const matches = (user: User): Answer => {
    if (!isIn(user)) return false;
    let unsure: NotJudged | undefined;
    for (const { test } of conditions) {
      const answer = test(user);
      if (answer === false) return false;
      if (answer !== true) unsure ??= answer;
    }
    return unsure ?? true;
  };
  const takes = (user: User) => takesUnit(limit, salt, unitText(user));
  return { rule, isIn, conditions, matches, limit, salt, bucket, takes };
}

function resultOf(answer: Answer): ConditionTrace["result"] {
  if (!isJudged(answer)) return "not judged";
  return answer ? "passed" : "failed";
}

function conditionTrace(
  { condition, test, value }: PreparedCondition,
  user: User,
  gateReason: (id: string) => string,
): ConditionTrace {
  const answer = test(user);
  const seen = value(user);
  const reason = isJudged(answer)
    ? referencesOfCondition(condition).map(gateReason).join("; ")
    : answer.notJudged;
  return {
    condition,
    result: resultOf(answer),
    ...(seen === undefined ? {} : { value: seen }),
    ...(reason ? { reason } : {}),
  };
}

export const unevaluatedRule = (rule: Rule): RuleTrace => ({ rule, result: "not reached", conditions: [] });

function ruleTrace(prepared: PreparedRule, user: User, gateReason: (id: string) => string): RuleTrace {
  const { rule, isIn, conditions, matches, bucket } = prepared;
  const answer = matches(user);
  return {
    rule,
    result: isJudged(answer) ? (answer ? "decides" : "does not match") : "not judged",
    environment: isIn(user) ? "passed" : "failed",
    conditions: conditions.map((condition) => conditionTrace(condition, user, gateReason)),
    ...(answer === true ? { bucket: bucket(user) } : {}),
  };
}

/** The reason given if no rule matches. */
export const noRuleFits = "No rule fits";

/** Returns the test of a rule, or an equivalent shared test. */
export type ShareTest = (prepared: PreparedRule) => Test;

const ownTest: ShareTest = ({ matches }) => matches;

/** Prepares a list of rules: computes everything that does not depend on the user. */
export function prepareRules(
  owner: RuleOwner,
  prepare: (condition: Condition) => PreparedCondition,
  testOf = ownTest,
) {
  const nobody: Decision = { outcome: "fail", reason: noRuleFits };
  const rules = owner.rules.map((rule) => prepareRule(rule, owner, prepare));
  const unitText = unitTextReader(owner.idType);
  // Kept compact in memory: deciding a thousand gates takes about as long as reading their data.
  const steps = rules.map((prepared, index) => {
    const { rule, limit, salt } = prepared;
    const name = `Rule ${index + 1}, ${rule.name}`;
    const share = `${rule.passPercentage} %`;
    const pass: Decision = { rule, index, outcome: "pass", reason: `${name}, fits and takes ${share}` };
    const fail: Decision = { rule, index, outcome: "fail", reason: `${name}, fits but takes ${share} only` };
    return { test: testOf(prepared), limit, salt, pass, fail };
  });
  const decide = (user: User): Decision => {
    for (const { test, limit, salt, pass, fail } of steps) {
      const answer = test(user);
      if (answer === false) continue;
      if (answer === true) return takesUnit(limit, salt, unitText(user)) ? pass : fail;
      const { rule, index = 0 } = fail;
      const reason = `Rule ${index + 1}, ${rule?.name}, cannot be judged. ${answer.notJudged}`;
      return { ...fail, outcome: "unknown", reason };
    }
    return nobody;
  };
  const explain = (user: User, gateReason: (id: string) => string): RuleTrace[] => {
    const first = decide(user).index ?? rules.length;
    return rules.map((prepared, index) =>
      index > first ? unevaluatedRule(prepared.rule) : ruleTrace(prepared, user, gateReason),
    );
  };
  return { rules, steps, unitText, decide, explain };
}

export type PreparedRules = ReturnType<typeof prepareRules>;
