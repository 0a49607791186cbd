// Evaluates gates and dynamic configs for users and gives the reason. Uses no clock and no storage: gates, users and times are passed in.
import type { Condition } from "#contract/condition.ts";
import { objectOfTwins, type JsonObject } from "#contract/json5.ts";
import { baseIDOf, type Rule, type Variant } from "#contract/rule.ts";
import { bucketAfter, bucketsOf } from "./bucket.ts";
import { prepareCondition, type PreparedCondition, type Test } from "./conditions.ts";
import type { Answer } from "./operators.ts";
import type { User } from "./places.ts";
import { referencesOfCondition, pathBetween, unknownText, type GatesByID } from "./references.ts";
import { statusDecision, type GateStatus } from "./status-decision.ts";
import {
  unevaluatedRule,
  prepareRules,
  saltOf,
  unitTextReader,
  type Decision,
  type Explanation,
  type PreparedRules,
  type ShareTest,
  type RuleOwner,
} from "./rules.ts";

/** The fields of a gate that decide who passes. */
export interface GateFacts extends RuleOwner, GateStatus {}

export type Gates = GatesByID<GateFacts>;

const unjudged = (notJudged: string): Test => {
  const answer = { notJudged };
  return () => answer;
};

interface PreparedGate {
  readonly rules: PreparedRules;
  readonly decide: (user: User) => Decision;
  /** Stores a decision for the current user that was made outside of this session. */
  readonly tell: (decision: Decision) => void;
}

const maxDepth = 200;

const keyOf = ({ type, operator, field, customID, targetValue }: Condition) =>
  JSON.stringify([type, operator, field, customID, targetValue]);

/**
 * Decides gates for one user after the other: each gate is prepared on first use and decided once per user. With
 * `isShared`, for many gates, equal conditions and equal lists of conditions are also evaluated only once per user.
 */
function gateSession(gates: Gates, isShared = false) {
  const prepared = new Map<string, PreparedGate>();
  const asked = new Set<string>();
  let turn = 0;
  let depth = 0;

  // Choice: a condition on a gate that refers back to its owner is not judged, nor is one over 200 gates away.
  const gateTestsFrom =
    (owner: string | undefined) =>
    (id: string): Test => {
      const gate = gates.get(id);
      if (!gate) return unjudged(unknownText(id));
      const path = owner === undefined ? undefined : pathBetween(gates, id, owner);
      if (path) return unjudged(`It is a circular dependency: ${[owner, ...path].join(" → ")}`);
      asked.add(id);
      let referenced: PreparedGate | undefined;
      return (user) => {
        if (depth >= maxDepth) return { notJudged: `It is over ${maxDepth} gates away` };
        referenced ??= preparedGate(gate);
        depth += 1;
        const { outcome, reason } = referenced.decide(user);
        depth -= 1;
        return outcome === "unknown" ? { notJudged: `${id}: ${reason}` } : outcome === "pass";
      };
    };

  /** Prepares a gate that is decided once per user; `owner` is the gate that no referenced gate may lead back to. */
  function deciding(gate: GateFacts, owner: string | undefined) {
    const status = statusDecision(gate);
    const rules = prepareRules(gate, conditionsFrom(owner), shareTest);
    let decidedIn = -1;
    let decision: Decision | undefined;
    const tell = (told: Decision) => {
      decision = told;
      decidedIn = turn;
    };
    const decide = (user: User) => {
      if (decidedIn === turn && decision) return decision;
      const decided = status ?? rules.decide(user);
      tell(decided);
      return decided;
    };
    return { rules, decide, tell };
  }
  function prepare(gate: GateFacts) {
    const entry = deciding(gate, gate.id);
    prepared.set(gate.id, entry);
    return entry;
  }
  const preparedGate = (gate: GateFacts) => prepared.get(gate.id) ?? prepare(gate);

  function testedOnce(test: Test): Test {
    let testedIn = -1;
    let answer: Answer = false;
    return (user) => {
      if (testedIn !== turn) answer = test(user);
      testedIn = turn;
      return answer;
    };
  }
  const shared = new Map<string, PreparedCondition>();
  const numbers = new Map<PreparedCondition, number>();
  function sharedCondition(condition: Condition): PreparedCondition {
    const key = keyOf(condition);
    const known = shared.get(key);
    if (known) return known;
    const { test, value } = prepareCondition(condition, unjudged);
    const made = { condition, test: testedOnce(test), value };
    shared.set(key, made);
    numbers.set(made, numbers.size);
    return made;
  }
  const sharedTests = new Map<string, Test>();
  /** Shares one test among rules with the same environments and conditions, so that it runs once per user. */
  const shareTest: ShareTest = ({ rule, conditions, matches }) => {
    if (!conditions.every((condition) => numbers.has(condition))) return matches;
    const key = JSON.stringify([rule.environments, conditions.map((condition) => numbers.get(condition))]);
    const test = sharedTests.get(key) ?? testedOnce(matches);
    sharedTests.set(key, test);
    return test;
  };
  const conditionsFrom = (owner: string | undefined) => {
    const tests = gateTestsFrom(owner);
    return (condition: Condition) =>
      isShared && referencesOfCondition(condition).length === 0
        ? sharedCondition(condition)
        : prepareCondition(condition, tests);
  };

  /** Starts the next user: invalidates the decisions for the previous one. */
  const nextUser = () => {
    turn += 1;
  };
  const reasonFor = (user: User) => (id: string) => {
    const gate = gates.get(id);
    return `${id.replace(/^segment:/, "segment ")}: ${gate ? preparedGate(gate).decide(user).reason : unknownText(id)}`;
  };
  const isAsked = (id: string) => asked.has(id);
  return { conditionsFrom, shareTest, nextUser, deciding, prepare, preparedGate, reasonFor, isAsked };
}
type GateSession = ReturnType<typeof gateSession>;

const noGates: Gates = new Map();

/** Prepares a gate for many users. `gates` are those that its conditions may refer to; the given gate replaces its stored version. */
export function prepareGate(gate: GateFacts, gates: Gates = noGates) {
  const session = gateSession({ get: (id) => (id === gate.id ? gate : gates.get(id)) });
  const own = session.prepare(gate);
  const decide = (user: User): Decision => {
    session.nextUser();
    return own.decide(user);
  };
  const explain = (user: User): Explanation => {
    const decision = decide(user);
    const isByRules = statusDecision(gate) === undefined;
    return {
      ...decision,
      rules: isByRules ? own.rules.explain(user, session.reasonFor(user)) : gate.rules.map(unevaluatedRule),
    };
  };
  return { decide, explain };
}

/** The fields of a config that decide the value for a user. */
export interface ConfigFacts extends RuleOwner {
  readonly isEnabled: boolean;
  readonly defaultValue?: unknown;
  readonly defaultValueJson5?: string | null | undefined;
}

interface ConfigDecision extends Decision {
  /** Undefined where the outcome is unknown. */
  readonly value?: JsonObject | undefined;
  readonly variant?: Variant;
}

/** Choice: variants divide a rule's users by a separate hash, in their order; users beyond the last variant get the rule's own value. */
export function variantFor(rule: Rule, config: ConfigFacts, user: User): Variant | undefined {
  const variants = rule.variants ?? [];
  if (variants.length === 0) return undefined;
  const salt = `${saltOf(config)}.${baseIDOf(rule)}.variant.`;
  const bucket = bucketAfter(salt, unitTextReader(config.idType)(user));
  let end = 0;
  return variants.find((variant) => bucket < (end += bucketsOf(variant.passPercentage)));
}

/**
 * Decides a config in a session.
 * Choice: a config gives its default value if no rule matches, a percentage leaves the user out, it is disabled, or the rule has no value.
 */
function configIn(session: GateSession, config: ConfigFacts) {
  const rules = prepareRules(config, session.conditionsFrom(undefined), session.shareTest);
  const off: Decision = { outcome: "fail", reason: "The config is disabled" };
  const otherwise = objectOfTwins(config.defaultValue, config.defaultValueJson5) ?? {};
  const values = new Map<Rule | Variant, JsonObject>();
  const valueOf = (from: Rule | Variant) => {
    const value = values.get(from) ?? objectOfTwins(from.returnValue, from.returnValueJson5) ?? otherwise;
    values.set(from, value);
    return value;
  };
  const decide = (user: User): ConfigDecision => {
    const decision = config.isEnabled ? rules.decide(user) : off;
    if (decision.outcome === "unknown") return decision;
    if (decision.outcome === "fail" || !decision.rule) return { ...decision, value: otherwise };
    const { rule } = decision;
    const variant = variantFor(rule, config, user);
    return { ...decision, value: valueOf(variant ?? rule), ...(variant && { variant }) };
  };
  return { rules, decide };
}

/** Prepares a config for many users. */
export function prepareConfig(config: ConfigFacts, gates: Gates = noGates) {
  const session = gateSession(gates);
  const own = configIn(session, config);
  const decide = (user: User): ConfigDecision => {
    session.nextUser();
    return own.decide(user);
  };
  const explain = (user: User): ConfigDecision & Explanation => ({
    ...decide(user),
    rules: config.isEnabled
      ? own.rules.explain(user, session.reasonFor(user))
      : config.rules.map(unevaluatedRule),
  });
  return { decide, explain };
}

/** Prepares many gates and configs for the same user, so that each gate is decided only once per user. */
export function prepareEvaluationSession(gates: Gates) {
  const session = gateSession(gates, true);
  return {
    /** Must be called before each new user. */
    nextUser: session.nextUser,
    gate: (gate: GateFacts) => session.preparedGate(gate).decide,
    /** The prepared rules of a gate, for callers that decide many gates at once. */
    gateRules: (gate: GateFacts) => session.preparedGate(gate).rules,
    /** Returns the function that stores a decision made by the caller; undefined if no prepared condition refers to the gate. */
    listener: (gate: GateFacts) => (session.isAsked(gate.id) ? session.preparedGate(gate).tell : undefined),
    /** For rules that are decided like those of a gate and that no condition refers to. */
    likeGate: (gate: GateFacts) => session.deciding(gate, undefined).decide,
    config: (config: ConfigFacts) => configIn(session, config).decide,
  };
}
export type EvaluationSession = ReturnType<typeof prepareEvaluationSession>;
