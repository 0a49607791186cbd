// Models the results of a gate or config in one environment, and decides whether a change alters the result for any user.
import { targetValues, type Condition } from "#contract/condition.ts";
import { objectOfTwins, sameJson } from "#contract/json5.ts";
import { baseIDOf, type Rule, type Variant } from "#contract/rule.ts";
import { buckets, bucketsOf } from "./bucket.ts";
import { prepareCondition } from "./conditions.ts";
import type { ConfigFacts, GateFacts } from "./evaluate.ts";
import { statusDecision } from "./status-decision.ts";
import { lowerCased } from "./values.ts";

/** The parts of a gate or config that determine its results. */
export interface ResultModel {
  /** Empty if the result is decided without evaluating rules, for example because the gate is disabled. */
  readonly rules: readonly Rule[];
  /** The result for users to whom no rule gives one. */
  readonly rest: unknown;
  readonly answerOf: (from: Rule | Variant) => unknown;
}

export function gateResultModel(gate: GateFacts): ResultModel {
  const fixed = statusDecision(gate);
  return { rules: fixed ? [] : gate.rules, rest: fixed?.outcome === "pass", answerOf: () => true };
}

export function configResultModel(config: ConfigFacts): ResultModel {
  const rest = objectOfTwins(config.defaultValue, config.defaultValueJson5) ?? {};
  return {
    rules: config.isEnabled ? config.rules : [],
    rest,
    answerOf: ({ returnValue, returnValueJson5 }) => objectOfTwins(returnValue, returnValueJson5) ?? rest,
  };
}

/** The fields of a condition that affect its result; an empty text counts as absent. */
export const decisiveCondition = (condition: Condition) => ({
  type: condition.type,
  operator: condition.operator || null,
  field: condition.field || null,
  customID: condition.customID || null,
  values: targetValues(condition),
});

export const appliesIn = ({ environments }: Pick<Rule, "environments">, environment: string) =>
  environments?.some((name) => lowerCased(name) === lowerCased(environment)) ?? true;

/** A rule that is evaluated in an environment, with the conditions that the environment alone does not decide. */
export interface EvaluatedRule {
  readonly rule: Rule;
  readonly open: readonly Condition[];
}

const unknown = { notJudged: "" };

function metIn(condition: Condition, environment: string) {
  if (condition.type === "public") return true;
  return condition.type === "environment_tier"
    ? prepareCondition(condition, () => () => unknown).test({ environment })
    : unknown;
}

/** Returns the rules that are evaluated in an environment, up to the first one that matches everyone. */
export function evaluatedRules({ rules }: ResultModel, environment: string): EvaluatedRule[] {
  const asked: EvaluatedRule[] = [];
  for (const rule of rules) {
    if (!appliesIn(rule, environment)) continue;
    const met = rule.conditions.map((condition) => metIn(condition, environment));
    if (met.includes(false)) continue;
    const open = rule.conditions.filter((_, index) => met[index] !== true);
    asked.push({ rule, open: open.length < met.length ? open : rule.conditions });
    if (open.length === 0) break;
  }
  return asked;
}

const texts = new WeakMap<readonly Condition[], string>();

/** Serializes conditions for comparison. Cached by identity, since unchanged rules are compared again on every keystroke. */
function textOf(conditions: readonly Condition[]): string {
  const text = texts.get(conditions) ?? JSON.stringify(conditions.map(decisiveCondition));
  texts.set(conditions, text);
  return text;
}

const isWhole = ({ passPercentage }: Rule) => bucketsOf(passPercentage) >= buckets;
const isEmpty = ({ passPercentage }: Rule) => bucketsOf(passPercentage) <= 0;

/** Returns the sources of a rule's values: its variants, and the rule itself if the variants do not cover all users. */
function giversOf(rule: Rule): readonly (Rule | Variant)[] {
  const variants = rule.variants ?? [];
  const taken = variants.reduce((sum, { passPercentage }) => sum + bucketsOf(passPercentage), 0);
  return taken >= buckets ? variants : [...variants, rule];
}

/** Whether some user may get the default result (`rest`). */
export const mayGiveDefault = ({ answerOf, rest }: ResultModel, asked: readonly EvaluatedRule[]) =>
  asked.at(-1)?.open.length !== 0 ||
  asked.some(({ rule }) => !isWhole(rule) || giversOf(rule).some((from) => answerOf(from) === rest));

/** Returns the result for everyone who matches the rule; undefined if the rule divides its users. */
function onlyAnswer({ answerOf, rest }: ResultModel, rule: Rule): unknown {
  if (isEmpty(rule)) return rest;
  return isWhole(rule) && !rule.variants?.length ? answerOf(rule) : undefined;
}

/** Drops trailing rules that give the same result as the users after them get anyway. */
function trimmed(answering: ResultModel, asked: readonly EvaluatedRule[]) {
  const rules = [...asked];
  const last = rules.at(-1);
  const end = last?.open.length === 0 ? onlyAnswer(answering, last.rule) : answering.rest;
  const isNeedless = (one: EvaluatedRule | undefined) =>
    one !== undefined && end !== undefined && sameJson(onlyAnswer(answering, one.rule), end);
  while (isNeedless(rules.at(-1))) rules.pop();
  return { rules, end };
}

/**
 * Whether no user gets a different result in one environment. May return false for equal results if it cannot prove
 * that they are equal.
 */
export function isCertainlySameResult(
  before: ResultModel,
  askedBefore: readonly EvaluatedRule[],
  after: ResultModel,
  askedAfter: readonly EvaluatedRule[],
): boolean {
  const [was, is] = [trimmed(before, askedBefore), trimmed(after, askedAfter)];
  const isSameRest = sameJson(before.rest, after.rest);
  const isSameGiven = (old: Rule, now: Rule) => {
    const [given, givenNow] = [giversOf(old), giversOf(now)];
    return (
      given.length === givenNow.length &&
      given.every((from, index) => {
        const other = givenNow[index] ?? now;
        const isShared = from !== old;
        return (
          isShared === (other !== now) &&
          (!isShared || from.passPercentage === other.passPercentage) &&
          sameJson(before.answerOf(from), after.answerOf(other))
        );
      })
    );
  };
  const isSameRule = (old: EvaluatedRule, now: EvaluatedRule) => {
    if (old.rule === now.rule && isSameRest) return true;
    return (
      bucketsOf(old.rule.passPercentage) === bucketsOf(now.rule.passPercentage) &&
      // The id of a rule matters only if the rule divides its users, because it salts the bucketing.
      (onlyAnswer(after, now.rule) !== undefined || baseIDOf(old.rule) === baseIDOf(now.rule)) &&
      textOf(old.open) === textOf(now.open) &&
      (isEmpty(now.rule) || isSameGiven(old.rule, now.rule))
    );
  };
  return (
    was.rules.length === is.rules.length &&
    is.rules.every((now, index) => {
      const old = was.rules[index];
      return old !== undefined && isSameRule(old, now);
    }) &&
    sameJson(was.end, is.end) &&
    (isSameRest || is.rules.every(({ rule }) => isWhole(rule)))
  );
}
