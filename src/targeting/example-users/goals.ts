// Goals of the search for an example user: conditions met, earlier rules missed, gates passed, a percentage hit.
import { prepareCondition, type PreparedCondition } from "#targeting/evaluate/conditions.ts";
import type { Gates } from "#targeting/evaluate/evaluate.ts";
import { referencesOfCondition } from "#targeting/evaluate/references.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import { prepareRules, type PreparedRule, type RuleOwner } from "#targeting/evaluate/rules.ts";
import type { Goal, Limit, Alternative } from "./search.ts";
import { environmentPlace, placeOf, unitPlace } from "#targeting/evaluate/places.ts";

/** Placeholder for gate results while rules are prepared; the real results come from goals on the gates themselves. */
const undecided = () => () => false;

const maxDepth = 12;

export interface RuleGoals {
  /**
   * Goals for the rule at `index` to decide: it matches and no earlier rule does; past the last rule, none matches.
   * `missed` is the one part that must not hold.
   */
  readonly decides: (index: number, missed?: number | "environment") => Goal[];
  /** Goal for the unit to fall inside or outside the rule's percentage. */
  readonly share: (index: number, isTaken: boolean) => Goal;
}

/** Builds goals on the rules of an owner; `path` lists the gates on the way here, which must not be entered again. */
export function ruleGoals(owner: RuleOwner, gates: Gates, path: readonly string[] = []): RuleGoals {
  const { rules } = prepareRules(owner, (condition) => prepareCondition(condition, undecided));
  const unit = unitPlace(owner.idType ?? "userID");
  const isShown = path.length === 0;

  const condition = (prepared: PreparedCondition, isMet: boolean, isShown: boolean): Goal => {
    const { type } = prepared.condition;
    const place = placeOf(prepared.condition);
    if (type === "public") return () => (isMet ? [{}] : []);
    const asked = referencesOfCondition(prepared.condition);
    if (asked.length > 0) {
      const isPassed = type.startsWith("passes") === isMet;
      const goals = asked.map((id) => gateGoal(id, isPassed, gates, [...path, owner.id]));
      return () => (isMet ? goals.map((goal) => ({ goals: [goal] })) : [{ goals }]);
    }
    if (!place) return () => [];
    const limit: Limit = { place, holds: (user) => prepared.test(user) === isMet, isShown };
    return () => [{ limits: [limit] }];
  };

  const environment = ({ rule, isIn }: PreparedRule, isMet: boolean, isShown: boolean): Goal => {
    if (!rule.environments) return () => (isMet ? [{}] : []);
    const limit = {
      place: environmentPlace,
      holds: (user: Parameters<typeof isIn>[0]) => isIn(user) === isMet,
    };
    return () => [{ limits: [{ ...limit, isShown }] }];
  };

  const missed = (rule: PreparedRule): Goal =>
    function* () {
      for (const one of rule.conditions) yield* condition(one, false, false)();
      yield* environment(rule, false, false)();
    };

  const decides: RuleGoals["decides"] = (index, left) => {
    const rule = rules[index];
    const before = rules.slice(0, index).map(missed);
    if (!rule) return before;
    return [
      ...rule.conditions.map((one, at) => condition(one, at !== left, isShown)),
      environment(rule, left !== "environment", left === "environment"),
      ...before,
    ];
  };

  const share: RuleGoals["share"] = (index, isTaken) => {
    const takes = rules[index]?.takes;
    if (!takes) return () => [];
    const limit: Limit = { place: unit, holds: (user) => takes(user) === isTaken, isShown: true };
    return () => [{ limits: [limit] }];
  };
  return { decides, share };
}

/** Goal for the user to pass or fail a gate: by its status, by the percentage of a rule or, for a failure, because no rule matches. */
function gateGoal(id: string, isPassed: boolean, gates: Gates, path: readonly string[]): Goal {
  return function* (): Iterable<Alternative> {
    const gate = gates.get(id);
    if (!gate || path.includes(id) || path.length > maxDepth) return;
    const status = statusDecision(gate);
    if (status) {
      if ((status.outcome === "pass") === isPassed) yield {};
      return;
    }
    const { decides, share } = ruleGoals(gate, gates, path);
    if (!isPassed) yield { goals: decides(gate.rules.length) };
    for (const [index, rule] of gate.rules.entries()) {
      if (isPassed ? rule.passPercentage > 0 : rule.passPercentage < 100)
        yield { goals: [...decides(index), share(index, isPassed)] };
    }
  };
}
