// Wording of a plan's power. Pure.
import type { ExperimentPower, PowerMetric } from "#contract/experiment-power.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { formatCount, percentSign, percentText, plural } from "#console/foundation/ui/wording.ts";

/** Formats a percentage with three significant digits: "4.78 %". */
export const percentOf = (value: number) => `${formatNumber(value)}${percentSign}`;

/** Longest duration considered, days. */
const longest = 400;

/** Planned duration, in whole days. */
export const plannedDay = ({ duration }: Pick<ExperimentPower, "duration">) => Math.round(duration);

/** Text below the headline: the time to detect the wished effect, and which line applies before the end. */
export function powerNote(
  { daysNeeded }: PowerMetric,
  { duration, wished, isSequential }: { duration: number; wished: number | undefined; isSequential: boolean },
): string {
  const before = isSequential ? `before day ${duration} the sequential line counts` : "";
  const time = daysNeeded === null ? `more than ${longest} days` : plural(daysNeeded ?? 0, "day");
  const needed =
    wished === undefined || daysNeeded === undefined ? "" : `The wished ${percentText(wished)} takes ${time}`;
  const said = [needed, before].filter((text) => text !== "").join("; ");
  const sentence = said && `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
  return `The minimum detectable effect (MDE). ${sentence}`.trim();
}

/** Describes how many recorded units pass the targeting; empty if all pass. */
export function targetingNote({ targeting, recordedDays }: ExperimentPower): string {
  const { units, judged, passed, unknown } = targeting;
  if (judged === passed && unknown === 0) return "";
  const of = judged < units ? `${formatCount(judged)} of ${formatCount(units)}` : formatCount(units);
  const open = unknown > 0 ? `, ${formatCount(unknown)} could not be judged` : "";
  return `Targeting tried on ${of} users of ${recordedDays} days by what their events say: ${formatCount(passed)} pass${open}.`;
}

/** Describes the chart in one sentence. */
export function chartSentence(
  name: string,
  { fixed, sequential }: PowerMetric,
  day: number,
  isSequential: boolean,
): string {
  const at = fixed === undefined ? "unknown" : `${percentOf(fixed)} in one look`;
  const any =
    isSequential && sequential !== undefined ? `, ${percentOf(sequential)} with sequential testing` : "";
  return `Minimum detectable effect in ${name} by day. On day ${day}: ${at}${any}.`;
}

/** Returns the days shown in the table: all of them, or whole weeks and the planned day if there are more than 60. */
export const tableDays = ({ curve }: PowerMetric, duration: number) =>
  curve.filter(({ day }) => curve.length <= 60 || day % 7 === 0 || day === duration);
