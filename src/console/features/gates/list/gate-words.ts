// Describes gates in words: type, staleness, and a one-line summary of who passes.
import type { Gate } from "#contract/gate.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import { textOf, usersParts, type NameOf } from "#console/rules/fields/condition-words.ts";
import { labelOf, percentText, plural } from "#console/foundation/ui/wording.ts";

export const typeText = (type: string | null | undefined) => (type ? labelOf(type) : "–");

/** Label of a reason for staleness: "Probably launched" for STALE_PROBABLY_LAUNCHED. */
export const staleText = (typeReason: string) => labelOf(typeReason.replace(/^STALE_/, ""));

/** Describes the users who pass the gate in one line. */
export function whoPasses(gate: Gate, nameOf: NameOf): string {
  const outcome = statusDecision(gate)?.outcome;
  if (outcome) return outcome === "pass" ? "Everyone" : "Nobody";
  const giving = gate.rules.filter((rule) => rule.passPercentage > 0);
  const [first, ...rest] = giving;
  if (!first) return "Nobody";
  if (rest.length === 0) return textOf(usersParts(first.conditions, first.passPercentage, nameOf));
  const share = first.passPercentage === 100 ? "" : `${percentText(first.passPercentage)} of `;
  return `${share}${first.name}, and ${plural(rest.length, "more rule")}`;
}
