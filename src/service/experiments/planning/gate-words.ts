// Describes why a gate is doubtful for targeting, in words that follow its name. Pure.
import type { Gate } from "#contract/gate.ts";
import type { stalenessReasonOf } from "#targeting/lint/type-reason.ts";

const staleWords: Readonly<Partial<Record<ReturnType<typeof stalenessReasonOf>, string>>> = {
  STALE_PROBABLY_LAUNCHED: "is stale: everyone passes it",
  STALE_PROBABLY_UNLAUNCHED: "is stale: nobody passes it",
  STALE_NO_RULES: "is stale: it has no rules",
  STALE_PROBABLY_FORGOTTEN: "is stale: nobody has changed it for long",
  STALE_ALL_TRUE: "is stale: everyone passed it in 30 days",
  STALE_ALL_FALSE: "is stale: nobody passed it in 30 days",
};

/** Nothing is said about gates that apps never check: an experiment that targets by such a gate does not need them to. */
export const staleReasonText = (reason: ReturnType<typeof stalenessReasonOf>) => staleWords[reason];

/** `why` is absent if the gate can be used for targeting. */
export function gateStatus(gate: Gate, staleBecause: string | undefined): { why?: string; advice: string } {
  const advice = "Change the gate, or choose another one.";
  if (gate.status === "Archived") return { why: "is archived, so nobody would enter", advice };
  if (!gate.isEnabled)
    return { why: "is disabled, so nobody would enter", advice: "Enable the gate, or choose another one." };
  if (gate.status !== "Launched" && gate.rules.every(({ passPercentage }) => passPercentage === 0))
    return { why: "lets 0 % pass, so nobody would enter", advice };
  return staleBecause === undefined
    ? { advice }
    : { why: staleBecause, advice: "Check that it still means the users whom you want." };
}
