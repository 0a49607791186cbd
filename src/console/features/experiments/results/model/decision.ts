// The decision, and where the results contradict it. Pure; shared by the page and the exports.
import type { Experiment } from "#contract/experiment.ts";
import { formatDate, formatDateTime } from "#console/foundation/ui/time-format.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import {
  type EffectRow,
  listed,
  metricName,
  named,
  type SentencePart,
  rowsWithEffect,
  say,
  textOf,
} from "./sentence-parts.ts";
import { isDecided, shippedGroup } from "./shipped-group.ts";
import type { Verdict } from "./verdict.ts";
import { dependsSentence, movedSentence, ruledOut } from "./verdict-sentences.ts";

const dayLength = 86_400_000;

/** Compares a time with the plan: "one day after the planned end"; empty without a planned end. */
function againstPlan(experiment: Experiment, time: number): string {
  const target = experimentDays(experiment, time)?.target;
  if (target === undefined) return "";
  const days = Math.round((time - target) / dayLength);
  return days === 0
    ? ", at the planned end"
    : `, ${plural(Math.abs(days), "day")} ${days > 0 ? "after" : "before"} the planned end`;
}

/** Describes the decision; undefined if there is none. */
export function decisionOf(experiment: Experiment) {
  if (!isDecided(experiment)) return undefined;
  const { decisionTime, decisionReason, decidedBy } = experiment;
  const shipped = shippedGroup(experiment);
  const time = typeof decisionTime === "number" ? decisionTime : undefined;
  const on = time === undefined ? "" : ` on ${formatDate(time)}`;
  const headline = !shipped
    ? say`Decided${on}; no group was shipped.`
    : shipped.isControl
      ? say`${named(shipped.name)} stays: no treatment was shipped, decided${on}.`
      : say`${named(shipped.name)} was shipped${on}.`;
  const when = time === undefined ? "" : `, ${formatDateTime(time)}${againstPlan(experiment, time)}`;
  const reason =
    typeof decisionReason === "string" && decisionReason ? `“${decisionReason}”` : "No reason was given.";
  return { headline, by: say`${named(decidedBy ?? "Not recorded")}${when}`, reason };
}

/** True if the reason mentions the metric's name, ignoring case. */
const isNamedIn = (reason: unknown, { metric }: ComparisonRow) =>
  typeof reason === "string" && reason.toLowerCase().includes(metric.metricName.toLowerCase());

function differs(rows: readonly EffectRow[], claim: SentencePart[]): SentencePart[] | undefined {
  const [first] = rows;
  return first && say`${claim} on ${listed(rows.map(metricName))}. ${movedSentence(first)}`;
}

/** Describes where the results contradict the decision; undefined if they do not. */
export function resultsAgainst(
  experiment: Experiment,
  rows: readonly ComparisonRow[],
  verdict: Verdict,
): SentencePart[] | undefined {
  const shipped = shippedGroup(experiment);
  if (!shipped) return undefined;
  if (verdict.kind === "refused") return say`The results do not support it. ${textOf(verdict.headline)}`;
  const effects = rowsWithEffect(rows);
  const primary = effects.filter(({ isPrimary }) => isPrimary);
  if (shipped.isControl) {
    const better = primary.filter(({ effect }) => effect.result === "better");
    const groups = [...new Set(better.map(({ group }) => group))].map(named);
    return differs(better, say`${listed(groups)} would have been better`);
  }
  const own = effects.filter(({ group }) => group === shipped.name);
  const worse = own.filter(({ effect }) => effect.result === "worse");
  const [first] = worse;
  if (first) {
    const { decisionReason } = experiment;
    const inReason = worse.filter((row) => isNamedIn(decisionReason, row));
    const aside = inReason.length ? say` (the reason names ${listed(inReason.map(metricName))})` : [];
    return differs(worse, say`${named(shipped.name)} is worse${aside}`);
  }
  const open = own.find(
    (row) => row.effect.result === "inconclusive" && isNamedIn(experiment.decisionReason, row),
  );
  if (open?.effect.depends) return say`${dependsSentence([open])} The reason names it.`;
  if (open)
    return say`The reason names ${metricName(open)}, which is inconclusive: the data rule out ${ruledOut(open)}.`;
  if (own.some(({ isPrimary, effect }) => isPrimary && effect.result === "better")) return undefined;
  return say`${named(shipped.name)} is not shown to be better on any primary metric.`;
}
