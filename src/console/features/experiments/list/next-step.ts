// Words the next step of an experiment for the list, its exports and the home page. Pure.
import type { ExperimentRow } from "#contract/experiment-row.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import { type Band, bandOf } from "#statistics/experiment-need.ts";
import { isDecided, shippedGroup } from "#console/features/experiments/results/model/shipped-group.ts";
import { inOrder, shortName } from "#console/features/experiments/results/verdict/health-messages.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { plural } from "#console/foundation/ui/wording.ts";

export interface NextStep {
  /** The step, such as "Decide by Dec 2". */
  text: string;
  /** The reason, such as "Interval is clear". */
  detail: string;
  /** Set if somebody has to act: the part of the experiment's page where they do so. */
  at?: "results" | "setup" | "decide";
  isLate?: boolean;
}

const day = 86_400_000;

const fixes: Readonly<Record<string, string>> = {
  SRM: "Fix the split",
  "No data": "Restore the events",
  "No exposures": "Restore the exposures",
  "No unit IDs": "Send the unit IDs",
};

function fixOf({ healthChecks }: ExperimentRow): NextStep {
  const failed = inOrder(healthChecks ?? []).find(({ status }) => status === "FAILED");
  const text = (failed && fixes[shortName(failed)]) ?? "Find the cause";
  return { text, detail: "Do not use results", at: "results" };
}

function decideOf(experiment: ExperimentRow, now: number): NextStep {
  const days = experimentDays(experiment, now);
  const at = "decide";
  const isRunning = days?.state === "running";
  const due = days?.state === "ended" ? experiment.endTime : days?.target;
  if (typeof due !== "number") return { text: "Decide", detail: isRunning ? "Interval is clear" : "", at };
  if (isRunning) return { text: `Decide by ${formatDay(due)}`, detail: "Interval is clear", at };
  const late = Math.floor((now - due) / day);
  if (late < 1) return { text: "Decide", detail: "ended today", at };
  return { text: "Decide", detail: `${plural(late, "day")} late`, at, isLate: true };
}

const dated = (time: unknown) => (typeof time === "number" ? formatDay(time) : "");

function decisionOf(experiment: ExperimentRow): NextStep {
  const { status, decisionTime, endTime } = experiment;
  const shipped = shippedGroup(experiment);
  if (shipped) {
    const verb = shipped.isControl ? "Kept" : "Shipped";
    return { text: `${verb} ${shipped.name}`, detail: dated(decisionTime) };
  }
  return isDecided(experiment)
    ? { text: experimentState(status), detail: dated(decisionTime) }
    : { text: "No decision", detail: dated(endTime) && `ended ${dated(endTime)}` };
}

function waitOf(experiment: ExperimentRow, now: number): NextStep {
  const target = experimentDays(experiment, now)?.target;
  return { text: "Wait", detail: target === undefined ? "no planned end" : `ends ${formatDay(target)}` };
}

function startOf({ status, startTime }: ExperimentRow): NextStep {
  const start = dated(startTime);
  if (start && status !== "setup") return { text: "Wait", detail: `starts ${start}` };
  return { text: "Start", detail: start ? `planned for ${start}` : "in setup", at: "setup" };
}

const steps: Record<Band, (experiment: ExperimentRow, now: number) => NextStep> = {
  decide: decideOf,
  fix: fixOf,
  running: waitOf,
  planning: startOf,
  decided: decisionOf,
  archived: decisionOf,
};

/** `now` is in ms. */
export const nextStepOf = (
  experiment: ExperimentRow,
  now: number,
  band = bandOf(experiment, now),
): NextStep => steps[band](experiment, now);
