// Generates example users: for each rule one user who passes it and one who just misses it. The evaluation confirms
// each user before it is shown.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { Rule } from "#contract/rule.ts";
import { prepareGate, type Gates } from "#targeting/evaluate/evaluate.ts";
import { referencesOfCondition, refersToSegments } from "#targeting/evaluate/references.ts";
import type { Finding } from "#targeting/lint/finding.ts";
import { isForEveryone, lintRules } from "#targeting/lint/lint-rules.ts";
import type { Decision, Explanation, RuleOwner } from "#targeting/evaluate/rules.ts";
import { ruleGoals, type RuleGoals } from "./goals.ts";
import { valuesAtPlaces } from "./attribute-values.ts";
import { usersFor, type Goal } from "./search.ts";
import { placeOf, unitPlace, type User } from "#targeting/evaluate/places.ts";

export interface ExampleUser {
  readonly user: User;
  /** The decision of all rules together: a later rule may pass a user who misses this one. */
  readonly decision: Decision;
  /** The part of the rule that passes or excludes the user. */
  readonly reason: "taken" | "condition" | "environment" | "percentage";
  /** Zero-based index of the only condition that the user does not meet. */
  readonly conditionIndex?: number;
}

/** An example user, or one sentence that explains why there is none. */
export type ExampleOrReason = { readonly example: ExampleUser } | { readonly none: string };

interface RuleExampleUsers {
  readonly ruleIndex: number;
  readonly passes: ExampleOrReason;
  readonly misses: ExampleOrReason;
}

type Reason = Omit<ExampleUser, "user" | "decision">;

/** Returns the first user who meets the goals and is confirmed by the check. */
type Search = (
  goals: readonly Goal[],
  check: (explanation: Explanation) => Reason | undefined,
) => ExampleUser | undefined;

/** One rule and everything that the search for its example users needs. */
interface Subject {
  readonly rule: Rule;
  readonly index: number;
  readonly goals: RuleGoals;
  readonly gates: Gates;
  readonly search: Search;
  readonly findings: readonly Finding[];
}

/** Returns the one part of a rule that a user misses; undefined if it is not exactly one. */
function missedPart({ rules }: Explanation, ruleIndex: number): Reason | undefined {
  const trace = rules[ruleIndex];
  if (trace?.result !== "does not match") return undefined;
  const failed = [...trace.conditions.keys()].filter((at) => trace.conditions[at]?.result === "failed");
  const [conditionIndex] = failed;
  if (trace.environment === "failed") return failed.length === 0 ? { reason: "environment" } : undefined;
  return failed.length === 1 && conditionIndex !== undefined
    ? { reason: "condition", conditionIndex }
    : undefined;
}

const hiddenKinds = new Set(["never_matches", "no_environments", "shadowed", "duplicate", "unreachable"]);

/** Explains why a search found no user: a generated user cannot meet a condition that cannot be evaluated here. */
function reasonForNone({ conditions }: Rule, gates: Gates): string {
  const isUnknown = (condition: Condition) =>
    refersToSegments(condition) && !referencesOfCondition(condition).some((segment) => gates.get(segment));
  const unjudged = conditions.find(
    (condition) =>
      isUnknown(condition) ||
      (condition.type !== "public" && !placeOf(condition) && referencesOfCondition(condition).length === 0),
  );
  if (!unjudged) return "None was found among the users that were tried.";
  const subject = refersToSegments(unjudged)
    ? `the segment ${targetValues(unjudged).join(", ")}`
    : `the type ${unjudged.type}`;
  return `It has a condition on ${subject}, which cannot be judged here.`;
}

function passing({ rule, index, goals, gates, search, findings }: Subject): ExampleOrReason {
  const certain = findings.find(({ kind }) => kind === "takes_nobody" || hiddenKinds.has(kind));
  if (certain) return { none: certain.message };
  const example = search([...goals.decides(index), goals.share(index, true)], (explanation) =>
    explanation.index === index && explanation.outcome === "pass" ? { reason: "taken" } : undefined,
  );
  return example ? { example } : { none: reasonForNone(rule, gates) };
}

/** Finds a user who misses the last condition if possible, else an earlier one, else the environment, else the percentage. */
function missing({ rule, index, goals, gates, search, findings }: Subject): ExampleOrReason {
  const certain = findings.find(({ kind }) => hiddenKinds.has(kind));
  if (certain) return { none: certain.message };
  if (isForEveryone(rule) && rule.passPercentage === 100) return { none: "Everyone who gets here passes." };
  for (const part of [...[...rule.conditions.keys()].reverse(), "environment" as const]) {
    const example = search(goals.decides(index, part), (explanation) => missedPart(explanation, index));
    if (example) return { example };
  }
  const example = search([...goals.decides(index), goals.share(index, false)], (explanation) =>
    explanation.index === index && explanation.outcome === "fail" ? { reason: "percentage" } : undefined,
  );
  return example ? { example } : { none: reasonForNone(rule, gates) };
}

/** Returns example users for every rule of a gate in order, as if the gate were enabled. `gates` are those that the rules may refer to. */
export function exampleUsersOf(gate: RuleOwner, gates: Gates = new Map()): RuleExampleUsers[] {
  const valuesAt = valuesAtPlaces(gate, gates);
  const { explain } = prepareGate({ ...gate, isEnabled: true, status: "In Progress" }, gates);
  const goals = ruleGoals(gate, gates);
  const unit = unitPlace(gate.idType ?? "userID");
  const findings = lintRules(gate.rules, { gates, gateID: gate.id });

  /** Adds a unit id to a user who needs none, unless that changes the result. */
  const search: Search = (wanted, check) => {
    for (const found of usersFor(wanted, valuesAt)) {
      const withID = { ...unit.put({}, `${unit.key === "userID" ? "user" : gate.idType}-1`), ...found };
      for (const user of [withID, found]) {
        const { rules, ...decision } = explain(user);
        const reason = check({ rules, ...decision });
        if (reason) return { user, decision, ...reason };
      }
    }
    return undefined;
  };
  return gate.rules.map((rule, index) => {
    const subject = {
      rule,
      index,
      goals,
      gates,
      search,
      findings: findings.filter((one) => one.ruleIndex === index),
    };
    return { ruleIndex: index, passes: passing(subject), misses: missing(subject) };
  });
}
