// An experiment as a list entry: its health, days, results and next step. Pure; used by the page and its exports.
import type { ExperimentRow } from "#contract/experiment-row.ts";
import { type ExperimentDays, experimentDays } from "#statistics/experiment-days.ts";
import { bandOf, leadResultCaveat } from "#statistics/experiment-need.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import {
  type Effect,
  effectOf,
  missingReason,
  wordOf,
} from "#console/features/experiments/results/model/reading.ts";
import {
  checkText,
  figureOf,
  inOrder,
  shortName,
  type State,
  stateOf,
  states,
  stateWords,
} from "#console/features/experiments/results/verdict/health-messages.ts";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { formatCount, percentSign, plural } from "#console/foundation/ui/wording.ts";
import { percentDecimals } from "#console/features/experiments/results/view-settings/decimals.ts";
import { nextStepOf } from "./next-step.ts";

interface Health {
  state: State;
  /** Short finding of the worst check, such as "SRM p < 0.001". */
  text: string;
  detail: string;
}

const sharesOf = (counts: readonly number[]) => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => Number(((100 * count) / total).toFixed(1))).join(" / ");
};

/** Returns the worst health check; undefined before the start, when there is nothing to check. */
function healthOf({ healthChecks, healthCheckStatus }: ExperimentRow): Health | undefined {
  // Many experiments never have data from before their start, so a waiting bias check is not worth listing.
  const checks = (healthChecks ?? []).filter(
    (check) => stateOf(check) !== "waiting" || !/bias/i.test(check.name),
  );
  const plain = (state: State, text: string): Health => ({ state, text, detail: "" });
  const found = new Set(checks.map(stateOf));
  const state = states.find((one) => found.has(one));
  if (state === "passed") return plain(state, "Healthy");
  const [worst] = inOrder(checks.filter((check) => stateOf(check) === state));
  if (!state || !worst)
    return healthCheckStatus === "WAITING" ? plain("waiting", "Not checked yet") : undefined;
  if (state === "waiting") return { ...plain(state, "Waits for data"), detail: checkText(worst) };
  const needing = checks.filter((check) => ["failed", "open"].includes(stateOf(check)));
  const { groups = [], changes: [change] = [] } = worst;
  const detail = change
    ? `${formatDay(change.time)}: ${change.name}`
    : groups.length
      ? `${sharesOf(groups.map(({ units }) => units))} not ${sharesOf(groups.map(({ expectedUnits }) => expectedUnits))}`
      : /crossover/i.test(worst.name)
        ? `limit 1${percentSign}`
        : stateWords[state];
  return {
    state,
    text: `${shortName(worst)} ${figureOf(worst)}`.trim(),
    detail: needing.length > 1 ? `${detail}; ${needing.length - 1} more` : detail,
  };
}

/** True if its results have never been computed. */
export const isAwaited = ({ status, healthCheckStatus, healthChecks }: ExperimentRow) =>
  status !== "archived" && healthCheckStatus === "WAITING" && healthChecks?.length === 0;

const doubts = {
  none: "",
  failed: "Not shown: a check failed",
  early: "Too early: first day",
  reversed: "Not shown: slices point the other way",
};

interface Lead {
  metric: string;
  /** The test group, where there are several. */
  group: string | undefined;
  /** Undefined if no effect is shown. */
  effect?: Effect;
  /** "better", or why no interval is shown. */
  word: string;
  /** ms */
  computedTime?: number | undefined;
  /** True if older than a day; then shown on a phone, too. */
  isOld?: boolean;
}

/** Returns the lead result; the list shows none if the experiment's page refuses a verdict. */
function leadOf(experiment: ExperimentRow, days: ExperimentDays | undefined, now: number): Lead | undefined {
  const { leadResult, primaryMetrics, groups } = experiment;
  const metric = leadResult?.metricName ?? primaryMetrics?.[0]?.name;
  if (metric === undefined) return undefined;
  const group = groups.length > 2 ? leadResult?.test : undefined;
  const none = (word: string): Lead => ({ metric, group, word, computedTime: leadResult?.computedTime });
  if (!leadResult) return none(days ? "Not computed yet" : "");
  const doubt = leadResultCaveat(experiment, now);
  if (doubt) return none(doubts[doubt]);
  const effect = effectOf(leadResult);
  if (!effect) return { ...none(missingReason(leadResult, "absolute") ?? "No interval"), group: undefined };
  const { computedTime } = leadResult;
  const word = wordOf(effect) ?? "direction not set";
  return { metric, group, effect, word, computedTime, isOld: computedTime < now - 86_400_000 };
}

interface Guardrail {
  metric: string;
  /** The test group, where there are several. */
  group: string | undefined;
  effect: Effect;
}

function guardrailOf(experiment: ExperimentRow, now: number): Guardrail | undefined {
  const { worstGuardrail, groups } = experiment;
  const effect =
    worstGuardrail && leadResultCaveat(experiment, now) === undefined ? effectOf(worstGuardrail) : undefined;
  if (!worstGuardrail || !effect) return undefined;
  const { metricName: metric, test } = worstGuardrail;
  return { metric, group: groups.length > 2 ? test : undefined, effect };
}

/** Returns "Day 19 of 28", "17 of 28 days" once it has ended, or the planned days before its start. */
export function daysText(days: ExperimentDays | undefined, { duration }: ExperimentRow): string {
  if (!days) return duration ? `${duration} planned` : "";
  if (days.state !== "ended") return dayText(days);
  return days.planned === undefined
    ? plural(days.day, "day")
    : `${days.day} of ${plural(days.planned, "day")}`;
}

/** Returns owner and group count: "Signe Dahl, 3 groups". */
export const aboutText = ({ owner, creatorName, groups }: ExperimentRow) =>
  [owner?.ownerName ?? creatorName, `${formatCount(groups.length)} groups`].filter(Boolean).join(", ");

/** `now` is in ms. */
export function entryOf(experiment: ExperimentRow, now: number) {
  const days = experimentDays(experiment, now);
  const band = bandOf(experiment, now);
  return {
    id: experiment.id,
    name: experiment.name,
    experiment,
    band,
    health: healthOf(experiment),
    days,
    lead: leadOf(experiment, days, now),
    guardrail: guardrailOf(experiment, now),
    step: nextStepOf(experiment, now, band),
  };
}

export type ListEntry = ReturnType<typeof entryOf>;

/** Returns the interval if it is in percent, the scale shared by all rows. */
const drawn = (effect: Effect | undefined) =>
  effect?.scale === "percent" && effect.result
    ? { value: effect.value, margin: effect.margin, result: effect.result }
    : undefined;

/** Returns the interval of the lead metric to draw. */
export const leadInterval = ({ lead }: ListEntry) => drawn(lead?.effect);

/** Returns the interval of the worst guardrail if it got worse. */
export const guardrailHarmInterval = ({ guardrail }: ListEntry) =>
  guardrail?.effect.result === "worse" ? drawn(guardrail.effect) : undefined;

/** Number of decimals shared by the rows' percent changes, so that they line up. */
export const decimalsIn = (entries: readonly ListEntry[]) =>
  percentDecimals(
    entries.flatMap(({ lead }) => (lead?.effect?.scale === "percent" ? lead.effect.margin : [])),
  );
