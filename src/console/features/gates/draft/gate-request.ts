// Builds the smallest request that saves a draft: one rule, a change of state, or the changed fields of the gate.
import type { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { problemsOf } from "#contract/problems.ts";
import { GatePatch } from "#contract/gate-update.ts";
import type { Gate } from "#contract/gate.ts";
import type { GateRuleUpdate } from "#contract/rule-update.ts";
import { baseIDOf } from "#contract/rule.ts";
import { changedFields, isSameRule, percentProblem, sentRule } from "#console/rules/fields/rule-draft.ts";
import { stateOf } from "#console/editing/diff-merge/gate-states.ts";
import { changedParts, gateDraftOf, type GateDraft, type GateRuleDraft } from "./gate-draft.ts";

type Target =
  | { endpoint: "updateGateRule"; ruleID: string; body: z.input<typeof GateRuleUpdate> }
  | { endpoint: "enableGate" | "disableGate" | "launchGate" }
  | { endpoint: "patchGate"; body: z.input<typeof GatePatch> };

/** The reason is sent with every request as `changeReason`. */
export type GateRequest = Target & { reason?: string };

/** Returns the changed rule if fields of a single rule are all that changed. */
function onlyRule(gate: Gate, draft: GateDraft): GateRuleDraft | undefined {
  const before = gateDraftOf(gate).rules;
  const isInPlace = before.map(({ key }) => key).join() === draft.rules.map(({ key }) => key).join();
  const [changed, ...more] = draft.rules.filter((rule, index) => {
    const old = before[index];
    return old && !isSameRule(old, rule);
  });
  return isInPlace && more.length === 0 ? changed : undefined;
}

/** The endpoint that switches to the draft's state; undefined if the state can only be set by a field. */
function switchTo(gate: Gate, { state }: GateDraft) {
  if (state === "Launched") return "launchGate";
  if (state === "Disabled") return "disableGate";
  return stateOf(gate) === "Disabled" && gate.status !== "Launched" ? "enableGate" : undefined;
}

export function requestOf(gate: Gate, draft: GateDraft): GateRequest {
  const changed = changedParts(gate, draft);
  const rule = changed.size === 1 && changed.has("rules") ? onlyRule(gate, draft) : undefined;
  const stored = rule && gate.rules.find((other) => baseIDOf(other) === rule.key);
  if (rule && stored)
    return { endpoint: "updateGateRule", ruleID: rule.key, body: changedFields(stored, rule) };
  const endpoint = changed.size === 1 && changed.has("state") ? switchTo(gate, draft) : undefined;
  if (endpoint) return { endpoint };
  const sent = { ...draft, rules: draft.rules.map(sentRule) };
  const fields = [...changed].map((part) =>
    part === "state" ? ["status", draft.state] : [part, sent[part]],
  );
  return { endpoint: "patchGate", body: Object.fromEntries(fields) };
}

/** Moves the error about a duplicate rule name to the later of the two rules. */
function atRule(problem: Problem, { rules }: GateDraft): Problem {
  if (problem.property !== "rules") return problem;
  const twice = rules.findIndex(({ name }, index) => rules.findIndex((rule) => rule.name === name) < index);
  return twice < 0 ? problem : { ...problem, property: `rules.${twice}.name` };
}

/** Returns the request, or the draft's validation errors by their property paths in the whole gate. */
export function checkedRequest(gate: Gate, draft: GateDraft) {
  const whole = { name: draft.name, description: draft.description, rules: draft.rules.map(sentRule) };
  const missing = draft.rules.flatMap((rule, index) => percentProblem(rule, `rules.${index}.passPercentage`));
  const parsed = GatePatch.safeParse(whole);
  const found = parsed.success ? [] : problemsOf(parsed.error, whole);
  const changed = changedParts(gate, draft);
  // Errors in stored values that are not sent do not block the save.
  const own = found
    .map((problem) => atRule(problem, draft))
    .filter(({ property }) => [...changed].some((part) => property.split(".")[0] === part))
    .filter(({ property }) => !missing.some((other) => other.property === property));
  const problems = [...missing, ...own];
  return problems.length ? { problems } : { body: requestOf(gate, draft), problems };
}

/** Maps the service's errors about one rule to property paths in the whole gate. */
export function problemsInGate(gate: Gate, request: GateRequest, problems: readonly Problem[]): Problem[] {
  if (request.endpoint !== "updateGateRule") return [...problems];
  const index = gate.rules.findIndex((rule) => baseIDOf(rule) === request.ruleID);
  return problems.map((problem) => ({ ...problem, property: `rules.${index}.${problem.property}` }));
}
