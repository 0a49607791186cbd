// The draft of a gate: its rules, state and descriptive fields.
import { z } from "zod/mini";
import type { Gate } from "#contract/gate.ts";
import { sameJson } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import { gateStates, stateOf } from "#console/editing/diff-merge/gate-states.ts";
import { memoized } from "#console/foundation/ui/memoized.ts";
import { isSameRules, RuleDraft, ruleDraftOf } from "#console/rules/fields/rule-draft.ts";

const GateRuleDraft = z.extend(RuleDraft, {
  /** Not shown; sent back unchanged. */
  returnValue: z.optional(z.record(z.string(), z.unknown())),
});
export type GateRuleDraft = z.infer<typeof GateRuleDraft>;

export const GateDraft = z.object({
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  type: z.string(),
  state: z.enum(gateStates),
  rules: z.array(GateRuleDraft),
});
export type GateDraft = z.infer<typeof GateDraft>;

const gateRuleDraftOf = (rule: Rule): GateRuleDraft => ({
  ...ruleDraftOf(rule),
  ...(rule.returnValue ? { returnValue: rule.returnValue } : {}),
});

/** Memoized, so that unchanged parts of a draft can be recognised by identity. */
export const gateDraftOf = memoized((gate: Gate): GateDraft => ({
  name: gate.name,
  description: gate.description ?? "",
  tags: gate.tags ?? [],
  // Staleness is computed and not a type of its own, so a gate of type STALE is edited as a temporary one.
  type: gate.type && gate.type !== "STALE" ? gate.type : "TEMPORARY",
  state: stateOf(gate),
  rules: gate.rules.map(gateRuleDraftOf),
}));

const parts = ["name", "description", "tags", "type", "state", "rules"] as const;

/** Returns the parts of the draft that differ from the gate. */
export function changedParts(gate: Gate, draft: GateDraft): ReadonlySet<(typeof parts)[number]> {
  const before = gateDraftOf(gate);
  const isSame = (part: (typeof parts)[number]) =>
    part === "rules" ? isSameRules(before.rules, draft.rules) : sameJson(before[part], draft[part]);
  return new Set(parts.filter((part) => !isSame(part)));
}

export const isGateChanged = (gate: Gate, draft: GateDraft) => changedParts(gate, draft).size > 0;
