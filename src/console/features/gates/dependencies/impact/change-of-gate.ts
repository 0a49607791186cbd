// Determines how a change to a gate affects who passes it, as far as possible without evaluating any user.
import type { Gate } from "#contract/gate.ts";
import { sameJson } from "#contract/json5.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import { decisiveCondition, gateResultModel, appliesIn } from "#targeting/evaluate/result-model.ts";
import { isNone, changedEnvironments, type Environments } from "#targeting/evaluate/changed-environments.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";

export type GateFacts = Pick<Gate, "id" | "rules" | "status" | "isEnabled">;

/** "gain": some users may pass who did not before; "lose": some users may no longer pass. */
export type Effect = "gain" | "lose";

export interface PercentMove {
  /** 1-based number of the rule. */
  readonly ruleNumber: number;
  readonly was: number;
  readonly now: number;
}

export interface GateChange {
  /** The environments in which the result changes for some users. */
  readonly environments: Environments;
  /** Effects in production; empty if the change affects nobody in any environment. */
  readonly effects: ReadonlySet<Effect>;
  /** Present only if a single rule's percentage is all that changes. */
  readonly percent?: PercentMove;
}

type GateEffect = Omit<GateChange, "environments">;
const gain: GateEffect = { effects: new Set(["gain"]) };
const lose: GateEffect = { effects: new Set(["lose"]) };
const both: GateEffect = { effects: new Set(["gain", "lose"]) };

/** The fields of a rule that affect its result, other than the percentage and the environments. */
const decisive = (rule: Rule) => [baseIDOf(rule), rule.conditions.map(decisiveCondition)];

function effectOfRules(before: readonly Rule[], after: readonly Rule[], numberOf: (rule: Rule) => number) {
  if (!sameJson(before.map(decisive), after.map(decisive))) return both;
  const moves = after.flatMap((rule, index): PercentMove[] => {
    const was = before[index]?.passPercentage ?? 0;
    const now = rule.passPercentage;
    return was === now ? [] : [{ ruleNumber: numberOf(rule), was, now }];
  });
  const [percent, ...more] = moves;
  const effects = new Set(moves.map(({ was, now }): Effect => (now > was ? "gain" : "lose")));
  if (!percent) return both;
  return more.length === 0 ? { effects, percent } : { effects };
}

/** Compares the stored gate with the draft. */
export function changeOfGate(stored: GateFacts, draft: GateFacts): GateChange {
  const environments = changedEnvironments(gateResultModel(stored), gateResultModel(draft)).all;
  if (isNone(environments)) return { environments, effects: new Set() };
  const [before, after] = [statusDecision(stored)?.outcome, statusDecision(draft)?.outcome];
  if (before === undefined && after === undefined) {
    const asked = ({ rules }: GateFacts) => rules.filter((rule) => appliesIn(rule, "production"));
    const effect = effectOfRules(asked(stored), asked(draft), (rule) => draft.rules.indexOf(rule) + 1);
    return { environments, ...effect };
  }
  const isGain = after === undefined ? before !== "pass" : after === "pass";
  return { environments, ...(isGain ? gain : lose) };
}
