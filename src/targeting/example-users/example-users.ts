// For each rule a made-up user whom it takes and one who just misses it. Each is confirmed by the evaluation before it is shown.
import { targetValues, type Condition } from "#contract/condition.ts";
import type { User } from "#targeting/evaluate/conditions.ts";
import { prepareConfig, prepareGate, type Gates } from "#targeting/evaluate/evaluate.ts";
import { refersToGates } from "#targeting/evaluate/references.ts";
import type { Finding } from "#targeting/lint/finding.ts";
import { isForEveryone, lintRules } from "#targeting/lint/lint-rules.ts";
import type { Decision, Explanation, RuleOwner } from "#targeting/evaluate/rules.ts";
import { ruleGoals, type RuleGoals } from "./goals.ts";
import { placesFor } from "./attribute-values.ts";
import { usersFor, type Goal } from "./search.ts";
import { slotOf, unitSlot } from "./slot.ts";

export interface ExampleUser {
  readonly user: User;
  /** What all rules together decide for the user; a later rule may take who misses this one. */
  readonly decision: Decision;
  /** Why the rule takes or misses the user. */
  readonly reason: "taken" | "condition" | "environment" | "percentage";
  /** The one condition that is missed, from 0. */
  readonly conditionIndex?: number;
}

/** A user, or one sentence on why there is none or none was found. */
export type ExampleOrReason = { readonly example: ExampleUser } | { readonly none: string };

interface RuleExampleUsers {
  readonly ruleIndex: number;
  readonly passes: ExampleOrReason;
  readonly misses: ExampleOrReason;
}

interface ExampleUserOptions {
  /** Gates that the rules may ask about. */
  readonly gates?: Gates;
  /** Whose rules they are; a gate's by default. */
  readonly owner?: "gate" | "config";
}

/** Rules as they are asked while they decide: on, and not decided by a status. */
function explainerOf(
  owner: RuleOwner,
  { gates, owner: kind }: ExampleUserOptions,
): (user: User) => Explanation {
  return kind === "config"
    ? prepareConfig({ ...owner, isEnabled: true }, gates).explain
    : prepareGate({ ...owner, isEnabled: true, status: "In Progress" }, gates).explain;
}

/** The one part of a rule that a user misses; undefined where it is not exactly one. */
function missedPart(
  { rules }: Explanation,
  ruleIndex: number,
): Omit<ExampleUser, "user" | "decision"> | undefined {
  const trace = rules[ruleIndex];
  if (trace?.result !== "does not match") return undefined;
  const failed = [...trace.conditions.keys()].filter((at) => trace.conditions[at]?.result === "failed");
  const [conditionIndex] = failed;
  if (trace.environment === "failed") return failed.length === 0 ? { reason: "environment" } : undefined;
  return failed.length === 1 && conditionIndex !== undefined
    ? { reason: "condition", conditionIndex }
    : undefined;
}

type MissReason = Omit<ExampleUser, "user" | "decision">;

/** The first user who meets the goals and whom the check confirms. */
type Search = (
  goals: readonly Goal[],
  check: (explanation: Explanation) => MissReason | undefined,
) => ExampleUser | undefined;

const hidden = new Set(["never_matches", "no_environments", "shadowed", "duplicate", "unreachable"]);
const certain = new Set(["takes_nobody", ...hidden]);

/** Why nobody passes, as far as that is certain. */
const whyNobody = (findings: readonly Finding[]) => findings.find(({ kind }) => certain.has(kind))?.message;

const notFound = "None was found among the users that were tried.";

function passing(
  index: number,
  owner: RuleOwner,
  goals: RuleGoals,
  search: Search,
  why: string | undefined,
): ExampleOrReason {
  const rule = owner.rules[index];
  if (why || !rule) return { none: why ?? notFound };
  const example = search([...goals.decides(index), goals.share(index, true)], (explanation) =>
    explanation.index === index && explanation.outcome === "pass" ? { reason: "taken" } : undefined,
  );
  return example ? { example } : { none: whyNotFound(rule.conditions) };
}

const unseen = new Set(["passes_segment", "fails_segment"]);

/** Why a search was in vain: what cannot be judged here cannot be met by a made-up user. */
function whyNotFound(conditions: readonly Condition[]): string {
  const kept = conditions.find(
    (condition) => condition.type !== "public" && !slotOf(condition) && !refersToGates(condition),
  );
  if (!kept) return notFound;
  const what = unseen.has(kept.type)
    ? `the segment ${targetValues(kept).join(", ")}`
    : `the type ${kept.type}`;
  return `It has a condition on ${what}, which cannot be judged here.`;
}

function missing(
  index: number,
  owner: RuleOwner,
  goals: RuleGoals,
  search: Search,
  findings: readonly Finding[],
): ExampleOrReason {
  const rule = owner.rules[index];
  const why = findings.find(({ kind }) => hidden.has(kind))?.message;
  if (why || !rule) return { none: why ?? notFound };
  if (isForEveryone(rule) && rule.passPercentage === 100) return { none: "Everyone who gets here passes." };
  for (const at of [...rule.conditions.keys()].reverse()) {
    const example = search(goals.decides(index, at), (explanation) => missedPart(explanation, index));
    if (example) return { example };
  }
  const place = search(goals.decides(index, "environment"), (explanation) => missedPart(explanation, index));
  if (place) return { example: place };
  const left = search([...goals.decides(index), goals.share(index, false)], (explanation) =>
    explanation.index === index && explanation.outcome === "fail" ? { reason: "percentage" } : undefined,
  );
  return left ? { example: left } : { none: whyNotFound(rule.conditions) };
}

/** Made-up users for one rule after the other, or for one: `witness(index)`. Whether the owner is on does not matter. */
export function prepareExampleUsers(
  owner: RuleOwner,
  options: ExampleUserOptions = {},
): (index: number) => RuleExampleUsers {
  const { gates = new Map(), owner: kind = "gate" } = options;
  const places = placesFor(owner, gates);
  const explain = explainerOf(owner, { ...options, gates });
  const goals = ruleGoals(owner, gates);
  const unit = unitSlot(owner.idType ?? "userID");
  const findings = lintRules(owner.rules, { gates, ...(kind === "gate" && { gateID: owner.id }) });

  /** Fills in an id where none was needed, if that changes nothing. */
  const search: Search = (wanted, check) => {
    for (const found of usersFor(wanted, places))
      for (const user of [
        { ...unit.put({}, `${unit.key === "userID" ? "user" : owner.idType}-1`), ...found },
        found,
      ]) {
        const explanation = explain(user);
        const reason = check(explanation);
        const { rules: _traces, ...decision } = explanation;
        if (reason) return { user, decision, ...reason };
      }
    return undefined;
  };
  return (ruleIndex) => {
    const own = findings.filter((finding) => finding.ruleIndex === ruleIndex);
    return {
      ruleIndex,
      passes: passing(ruleIndex, owner, goals, search, whyNobody(own)),
      misses: missing(ruleIndex, owner, goals, search, own),
    };
  };
}

/** Made-up users for every rule, in their order. */
export const exampleUsersOf = (owner: RuleOwner, options: ExampleUserOptions = {}): RuleExampleUsers[] =>
  [...owner.rules.keys()].map(prepareExampleUsers(owner, options));
