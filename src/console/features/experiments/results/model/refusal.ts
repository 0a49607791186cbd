// Decides when a verdict is refused: numbers that would mislead get the reason for the refusal instead of sentences.
import type { Experiment } from "#contract/experiment.ts";
import type { ComparisonRow } from "./comparison-rows.ts";
import type { ExperimentDays } from "#statistics/experiment-days.ts";
import { missingReason } from "./reading.ts";
import {
  type EffectRow,
  listed,
  metricName,
  named,
  numberPart,
  type SentencePart,
  rowsWithEffect,
  say,
} from "./sentence-parts.ts";
import { type SimpsonReversal, simpsonReversalOf } from "./slices.ts";
import { changesText } from "./verdict-sentences.ts";

export interface VerdictRefusal {
  kind: "refused";
  headline: SentencePart[];
  /** Finding of a failed health check, shown with the check itself: the data are wrong, whatever they seem to say. */
  evidence: string | undefined;
  message: SentencePart[];
}

const refuse = (headline: SentencePart[], message: SentencePart[], evidence?: string): VerdictRefusal => ({
  kind: "refused",
  headline,
  message,
  evidence,
});

/** True if a failed check makes the data unusable. */
export const isUnsound = (verdict: { kind: "judged" } | VerdictRefusal) =>
  verdict.kind === "refused" && verdict.evidence !== undefined;

/** A failed health check takes precedence over the results; the balance check comes before all others. */
function healthRefusal({ healthChecks, healthCheckStatus }: Experiment): VerdictRefusal | undefined {
  const failed = healthChecks?.filter(({ status }) => status === "FAILED") ?? [];
  const balance = failed.find(({ name }) => /balance/i.test(name));
  if (balance)
    return refuse(
      say`Do not use these results: sample ratio mismatch (SRM).`,
      say`Something puts units into one group more often than into another, so the groups may differ by more than what is tested.`,
      balance.description,
    );
  const [check] = failed;
  if (!check && healthCheckStatus !== "FAILED") return undefined;
  if (check?.changes)
    return refuse(
      say`No verdict: the treatment was changed while it ran.`,
      say`${changesText(check.changes)}. Users of one group were treated differently before and after. Read the results from the last change on, by the link at the check, or start the experiment again.`,
      `${check.name}: ${check.description}`,
    );
  return refuse(
    say`No verdict: a health check failed.`,
    say`Numbers from such data may look clear and still mislead. Find the cause first; the verdict comes back once the check passes.`,
    check
      ? `${check.name}: ${check.description}`
      : "Health: the service reports a failed check without naming it.",
  );
}

function slicesRefusal(row: EffectRow, { dimension, slice, control, test }: SimpsonReversal): VerdictRefusal {
  const [total, slices] = row.effect.value > 0 ? ["rises", "falls"] : ["falls", "rises"];
  return refuse(
    say`No verdict: ${metricName(row)} ${total} in total but ${slices} in every slice of ${named(dimension)}.`,
    say`The groups are made up differently: ${dimension} ${slice} is ${numberPart(row, control)} of ${named(row.control)} and ${numberPart(row, test)} of ${named(row.group)}. Find out why before using the total; the slices are in the row of ${metricName(row)}.`,
  );
}

export function refusalOf(
  experiment: Experiment,
  rows: readonly ComparisonRow[],
  days: ExperimentDays | undefined,
): VerdictRefusal | undefined {
  if (!days)
    return refuse(
      say`No verdict yet: the experiment has not started.`,
      say`Results appear here once its first units are exposed.`,
    );
  const unsound = healthRefusal(experiment);
  if (unsound) return unsound;
  const primary = rows.filter(({ isPrimary }) => isPrimary);
  const [first] = primary.length ? primary : rows;
  if (!first)
    return refuse(
      say`No verdict: there is nothing to compare.`,
      say`No chart of this experiment compares a test group with a control here.`,
    );
  const read = rowsWithEffect(primary);
  if (read.length === 0)
    return refuse(
      say`No verdict: data are missing.`,
      say`${missingReason(first.metric, "absolute") ?? "No primary metric has numbers."}`,
    );
  if (days.state === "running" && days.day === 1)
    return refuse(
      say`No verdict yet: on the first day it is too early to read the numbers.`,
      say`Only part of a day has been seen, and most units had little time to act. Look at the health checks today, at the results from tomorrow on.`,
    );
  for (const row of read) {
    const turn = row.effect.isClear ? simpsonReversalOf(row.metric) : undefined;
    if (turn) return slicesRefusal(row, turn);
  }
  // Inconclusive results need no direction; clear ones cannot be judged without it.
  if (read.every(({ effect }) => effect.result === undefined)) {
    const metrics = [...new Set(read.map(({ metric }) => metric.metricName))].map(named);
    return refuse(
      say`No verdict: nobody has said which change is good.`,
      say`Set a direction for ${listed(metrics)}; the numbers below stand without a judgement.`,
    );
  }
  return undefined;
}
