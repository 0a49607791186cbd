// An experiment as the list tells it: its health, its days, its lead result and its decision. Pure; the page and its exports read it.
import type { Experiment } from "#contract/experiment.ts";
import { type ExperimentDays, experimentDays } from "#statistics/experiment-days.ts";
import { shippedGroup } from "#console/features/experiments/results/model/decision.ts";
import { type Effect, effectOf, missingReason } from "#console/features/experiments/results/model/reading.ts";
import {
  checkText,
  figureOf,
  inOrder,
  rankOf,
  shortName,
  type State,
  stateOf,
  states,
  stateWords,
} from "#console/features/experiments/results/verdict/health-messages.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

interface Health {
  state: State;
  /** "SRM p < 0.001" */
  text: string;
  detail: string;
  /** Of all checks that failed or warn, else what can be said in place of them. */
  names: string[];
  /** The worst first. */
  rank: number;
}

const sharesOf = (counts: readonly number[]) => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => Number(((100 * count) / total).toFixed(1))).join(" / ");
};

/** Undefined before the start, when there is nothing to check. */
function healthOf({ healthChecks, healthCheckStatus }: Experiment): Health | undefined {
  // Many have no data from before their start, and never will: that is no news in a list.
  const checks = inOrder(healthChecks ?? []).filter(
    (check) => stateOf(check) !== "waiting" || !/bias/i.test(check.name),
  );
  const [worst] = checks;
  const plain = (state: State, text: string): Health => ({
    state,
    text,
    detail: "",
    names: [text],
    rank: 100 * states.indexOf(state),
  });
  if (!worst) return healthCheckStatus === "WAITING" ? plain("waiting", "Not checked yet") : undefined;
  const state = stateOf(worst);
  if (state === "passed") return plain(state, "Healthy");
  if (state === "waiting") return { ...plain(state, "Waits for data"), detail: checkText(worst) };
  const needing = checks.filter((check) => ["failed", "open"].includes(stateOf(check)));
  const { groups = [], changes: [change] = [] } = worst;
  const detail = change
    ? `${formatDay(change.time)}: ${change.name}`
    : groups.length
      ? `${sharesOf(groups.map(({ units }) => units))} not ${sharesOf(groups.map(({ expectedUnits }) => expectedUnits))}`
      : stateWords[state];
  return {
    state,
    text: `${shortName(worst)} ${figureOf(worst)}`.trim(),
    detail: needing.length > 1 ? `${detail}; ${needing.length - 1} more` : detail,
    names: needing.map(shortName),
    rank: 100 * states.indexOf(state) + rankOf(worst),
  };
}

/** Its results have never been computed. */
export const isAwaited = ({ status, healthCheckStatus, healthChecks }: Experiment) =>
  status !== "archived" && healthCheckStatus === "WAITING" && healthChecks?.length === 0;

interface Lead {
  metric: string;
  /** The test group, where there are several. */
  group: string | undefined;
  /** Absent where none is shown. */
  effect?: Effect;
  /** "better", or why no interval is shown. */
  word: string;
  /** ms */
  computedTime?: number;
  /** More than a day: said on a phone, too. */
  isOld?: boolean;
}

/** Where the page refuses a verdict, the list shows no result either. */
function leadOf(experiment: Experiment, days: ExperimentDays | undefined, now: number): Lead | undefined {
  const { leadResult, primaryMetrics, groups, healthCheckStatus } = experiment;
  const metric = leadResult?.metricName ?? primaryMetrics?.[0]?.name;
  if (metric === undefined) return undefined;
  const group = groups.length > 2 ? leadResult?.test : undefined;
  const none = (word: string): Lead => ({ metric, group, word });
  if (!days) return none("");
  if (!leadResult) return none("Not computed yet");
  const { computedTime } = leadResult;
  const effect = effectOf(leadResult);
  if (healthCheckStatus === "FAILED") return { ...none("Not shown: a check failed"), computedTime };
  if (!effect)
    return {
      ...none(missingReason(leadResult, "absolute") ?? "No interval"),
      group: undefined,
      computedTime,
    };
  if (days.state === "running" && days.day === 1) return { ...none("Too early: first day"), computedTime };
  if (leadResult.isReversed) return { ...none("Not shown: slices point the other way"), computedTime };
  const word = effect.result ?? "direction not set";
  return { metric, group, effect, word, computedTime, isOld: computedTime < now - 86_400_000 };
}

type DecisionKind = "shipped" | "kept" | "decided" | "due" | "open" | "over";
export const decisionLabels: Record<DecisionKind, string> = {
  shipped: "Treatment shipped",
  kept: "Control kept",
  decided: "Decided otherwise",
  due: "Decision due",
  open: "Not due yet",
  over: "Ended without a decision",
};
export const isDecisionKind = (value: string): value is DecisionKind => value in decisionLabels;

interface Decision {
  kind: DecisionKind;
  /** "Shipped Bar" */
  text: string;
  detail: string;
  /** The group that everybody gets since. */
  winner?: string;
  /** When it was made, or is due, ms. */
  time?: number | undefined;
}

const timeOf = (value: unknown) => (typeof value === "number" ? value : undefined);
const dated = (time: number | undefined) => (time === undefined ? "" : formatDay(time));

function decisionOf(experiment: Experiment, days: ExperimentDays | undefined): Decision | undefined {
  const { status, decisionTime, endTime } = experiment;
  const shipped = shippedGroup(experiment);
  const time = timeOf(decisionTime);
  if (shipped) {
    const { name: winner, isControl } = shipped;
    const [kind, verb] = isControl ? (["kept", "Kept"] as const) : (["shipped", "Shipped"] as const);
    return { kind, text: `${verb} ${winner}`, detail: dated(time), winner, time };
  }
  if (status === "decision_made")
    return { kind: "decided", text: experimentState(status), detail: dated(time), time };
  if (!days) return undefined;
  if (status === "abandoned" || status === "archived")
    return { kind: "over", text: "No decision", detail: dated(timeOf(endTime)), time: timeOf(endTime) };
  if (days.state === "ended")
    return { kind: "due", text: "Decide", detail: `ended ${dated(timeOf(endTime))}`, time: timeOf(endTime) };
  if (days.state === "overdue" && days.planned !== undefined) {
    const late = plural(days.day - days.planned - 1, "day");
    return { kind: "due", text: "Decide", detail: `${late} late`, time: days.target };
  }
  const text = days.target === undefined ? "No planned end" : `Decide by ${dated(days.target)}`;
  return { kind: "open", text, detail: "", time: days.target };
}

/** "9 days left"; empty without a plan. */
export function leftText(days: ExperimentDays | undefined): string {
  if (days?.left === undefined || days.state !== "running") return "";
  return days.left === 0 ? "last day" : `${plural(days.left, "day")} left`;
}

/** "Signe Dahl, 3 groups" */
export const aboutText = ({ owner, creatorName, groups }: Experiment) =>
  [owner?.ownerName ?? creatorName, `${formatCount(groups.length)} groups`].filter(Boolean).join(", ");

/** `now` is in ms. */
export function entryOf(experiment: Experiment, now: number) {
  const days = experimentDays(experiment, now);
  return {
    id: experiment.id,
    experiment,
    health: healthOf(experiment),
    days,
    lead: leadOf(experiment, days, now),
    decision: decisionOf(experiment, days),
  };
}

export type ListEntry = ReturnType<typeof entryOf>;
