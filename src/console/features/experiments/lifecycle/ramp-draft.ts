// The draft of a ramp plan: typed percentages and local times. Pure.
import type { RampPlan } from "#contract/experiment-ramp.ts";
import { parsePercent } from "#console/foundation/forms/percent.ts";
import { localTime, parseLocalTime } from "#console/rules/fields/date-text.ts";

export interface TypedStep {
  key: number;
  allocation: string;
  /** Local time such as `2026-11-30T09:00`; empty for a manual step. */
  time: string;
}

const day = 86_400_000;
const hour = 3_600_000;

export const typedSteps = (plan: RampPlan | null | undefined): TypedStep[] =>
  (plan?.steps ?? []).map(({ allocation, time }, key) => ({
    key,
    allocation: String(allocation),
    time: typeof time === "number" ? localTime(String(time)) : "",
  }));

/** Suggested steps: 50 % after one day and 100 % after three, on a full hour. */
export const usualSteps = (allocation: number, now: number): TypedStep[] => {
  const full = Math.ceil(now / hour) * hour;
  return [
    ...(allocation < 50 ? [{ key: 0, allocation: "50", time: localTime(String(full + day)) }] : []),
    { key: 1, allocation: "100", time: localTime(String(full + 3 * day)) },
  ];
};

/** Parses the steps; an invalid percentage becomes NaN, which the form reports at its field. */
export const stepsOf = (typed: readonly TypedStep[]) =>
  typed.map(({ allocation, time }) => {
    const parsed = parsePercent(allocation);
    return {
      allocation: parsed.ok ? parsed.value : Number.NaN,
      time: time === "" ? null : Number(parseLocalTime(time)),
    };
  });
