// The power of a plan in words. Pure.
import type { ExperimentPower, PowerMetric } from "#contract/experiment-power.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { formatCount, percentSign, percentText, plural } from "#console/foundation/ui/wording.ts";

/** Three significant digits: "4.78 %". */
export const percentOf = (value: number) => `${formatNumber(value)}${percentSign}`;

/** Longest time that is looked at, days. */
const longest = 400;

/** The planned end, in whole days. */
export const plannedDay = ({ duration }: Pick<ExperimentPower, "duration">) => Math.round(duration);

/** Below the headline: the wished effect, and what counts before the end. */
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

/** The targeting, where it was tried on units one by one. */
export function targetingNote({ targeting, recordedDays }: ExperimentPower): string {
  const { units, judged, passed, unknown } = targeting;
  if (judged === passed && unknown === 0) return "";
  const of = judged < units ? `${formatCount(judged)} of ${formatCount(units)}` : formatCount(units);
  const open = unknown > 0 ? `, ${formatCount(unknown)} could not be judged` : "";
  return `Targeting tried on ${of} users of ${recordedDays} days by what their events say: ${formatCount(passed)} pass${open}.`;
}

/** The chart in one sentence. */
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

/** Rows of days for the table: each one, or those of whole weeks and the planned one where there are many. */
export const tabled = ({ curve }: PowerMetric, duration: number) =>
  curve.filter(({ day }) => curve.length <= 60 || day % 7 === 0 || day === duration);
