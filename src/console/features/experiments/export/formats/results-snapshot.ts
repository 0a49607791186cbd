// A snapshot of the results as the page shows them, shared by all export formats. Pure; contains no format itself.
import type { Experiment } from "#contract/experiment.ts";
import type { HealthCheck } from "#contract/experiment-overview.ts";
import type { Chart, SummaryCharts } from "#contract/summary-charts.ts";
import { analysisText } from "#console/features/experiments/results/model/analysis.ts";
import {
  byMetric,
  comparisonRows,
  type ComparisonRow,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import { type Reading, readingOf, wordOf } from "#console/features/experiments/results/model/reading.ts";
import { decisionOf, resultsAgainst } from "#console/features/experiments/results/model/decision.ts";
import {
  named,
  type SentencePart,
  say,
  textOf,
} from "#console/features/experiments/results/model/sentence-parts.ts";
import { removedText, sinceOf, sinceText } from "#console/features/experiments/results/model/since.ts";
import { changesText } from "#console/features/experiments/results/model/verdict-sentences.ts";
import type { Verdict } from "#console/features/experiments/results/model/verdict.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { uncapitalise } from "#console/foundation/ui/wording.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { checkText, figureOf } from "#console/features/experiments/results/verdict/health-messages.ts";

export interface ResultsSnapshot {
  experiment: Experiment;
  /** The summary as the server returned it. */
  summary: SummaryCharts;
  /** The summary under the current view settings, which may change the level or which interval decides. */
  read: SummaryCharts;
  verdict: Verdict;
  scale: Scale;
  /** Address of the page. */
  link: string;
}

export type SnapshotRow = ComparisonRow & Reading;

/** "95 %, 2 test groups, Bonferroni: 97.5 % each · sequential intervals" */
const strictness = (charts: readonly Chart[], summary: SummaryCharts, experiment: Experiment) => {
  const own = charts.filter(({ metrics }) => metrics !== undefined);
  const sequential = own.some(({ sequentialTesting }) => sequentialTesting) ? " · sequential intervals" : "";
  return `${analysisText(own, summary, experiment)}${sequential}`;
};

const strictnessOf = (summary: SummaryCharts, { experiment }: ResultsSnapshot) =>
  strictness(
    summary.sections.flatMap(({ charts }) => charts),
    summary,
    experiment,
  );

/**
 * The analysis behind the verdict, whatever level the table is read at: "judged at 95 % · sequential
 * intervals"; empty without a chart.
 */
export function judgedText(snapshot: ResultsSnapshot): string {
  const text = strictnessOf(snapshot.summary, snapshot);
  return text === "" ? "" : `judged at ${text}`;
}

/** States that the numbers are read under another analysis than the verdict's; empty if they are not. */
export function readText(snapshot: ResultsSnapshot): string {
  const read = strictnessOf(snapshot.read, snapshot);
  return read === strictnessOf(snapshot.summary, snapshot)
    ? ""
    : `Not as set up: the numbers below are read at ${read}. The verdict stays with the set-up.`;
}

/** Returns the sections with their comparisons; the groups of a metric are adjacent. */
export function sectionsOf({ experiment, read, scale }: ResultsSnapshot) {
  const rows = byMetric(comparisonRows(experiment, read));
  return read.sections.flatMap(({ sectionLabel: title, charts }) => {
    const own = rows
      .filter(({ section }) => section === title)
      .map((row) => ({ ...row, ...readingOf(row.metric, scale) }));
    return own.length ? [{ title, strictness: strictness(charts, read, experiment), rows: own }] : [];
  });
}

export type SnapshotSection = ReturnType<typeof sectionsOf>[number];

/**
 * Returns "better", "worse", "inconclusive" or "depends", or "direction not set" for a clear change of a
 * metric without a direction.
 */
export function resultText(row: SnapshotRow): string {
  if (row.metric.confidenceIntervalDelta === undefined) return "";
  return wordOf(row) ?? "direction not set";
}

type Judged = Pick<ResultsSnapshot, "verdict">;

/**
 * Appends * if the interval shown seems to contradict the result (see `markNote`). Without a verdict the text
 * is "not judged".
 */
export function markedResult(row: SnapshotRow, { verdict }: Judged): string {
  const text = resultText(row);
  if (text === "" || verdict.kind === "refused") return text && "not judged";
  return `${text}${row.depends ? "*" : ""}`;
}

/** Explains the * of `markedResult`; empty if no row has one. */
export const markNote = (rows: readonly SnapshotRow[], { verdict }: Judged) =>
  verdict.kind === "judged" && rows.some(({ depends }) => depends)
    ? "* on the analysis: in percent and in absolute numbers the intervals say different things; percent also carries the noise of the control mean"
    : "";

/** Identifies the data behind the numbers: "data 0123456789abcdef, computed Nov 21, 2026". */
export function dataText({ experiment, summary }: ResultsSnapshot): string {
  const { fingerprint, computedTime, eventsRemovedBefore: removed } = summary;
  const since = sinceOf(experiment, summary);
  return [
    ...(since === undefined ? [] : [sinceText(since)]),
    ...(removed === undefined ? [] : [uncapitalise(removedText(removed))]),
    ...(fingerprint === undefined ? [] : [`data ${fingerprint}`]),
    ...(computedTime === undefined ? [] : [`computed ${formatDate(computedTime)}`]),
  ].join(", ");
}

/** "Day 19 of 28"; empty before the start. */
export const daysText = ({ verdict: { progress } }: ResultsSnapshot) =>
  progress ? dayText(progress.days) : "";

/** Lines on the decision, its reason, and where the results contradict it; empty if nothing is decided. */
export function decisionLines({ experiment, summary, verdict }: ResultsSnapshot): SentencePart[][] {
  const decision = decisionOf(experiment);
  if (!decision) return [];
  const against = resultsAgainst(experiment, comparisonRows(experiment, summary), verdict);
  return [
    decision.headline,
    say`Decided by ${decision.by}.`,
    say`Why: ${decision.reason}`,
    ...(against ? [say`${named("The results say:")} ${against}`] : []),
  ];
}

/** The sentences of the verdict as plain text, or of its refusal. */
export function sentencesOf({ verdict }: ResultsSnapshot): string[] {
  const said =
    verdict.kind === "refused"
      ? [...(verdict.evidence === undefined ? [] : [verdict.evidence]), textOf(verdict.message)]
      : verdict.sentences.map(({ parts }) => textOf(parts));
  return [...said, ...(verdict.progress ? [textOf(verdict.progress.parts)] : [])];
}

/**
 * Checks that did not pass, except the one that a refusal already cites: "Crossover: some users were in more
 * than one group 0.282 %".
 */
export function openChecks({ experiment: { healthChecks }, verdict }: ResultsSnapshot): HealthCheck[] {
  const evidence = verdict.kind === "refused" ? (verdict.evidence ?? "") : "";
  return (healthChecks ?? []).filter(
    ({ status, description }) =>
      (status === "FAILED" || status === "WARNING") && !(evidence !== "" && evidence.includes(description)),
  );
}

/**
 * Texts such as "Crossover too small to matter (limit 1 %) 0.282 %."; changes made during the experiment come
 * with author and time.
 */
export const checksText = (snapshot: ResultsSnapshot) =>
  openChecks(snapshot).map((check) => {
    const changes = changesText(check.changes ?? []);
    return `${[checkText(check), figureOf(check)].join(" ").trim()}${changes && `: ${changes}`}.`;
  });

/** The verdict as running text, for pasting into a message. */
export const sentenceText = (snapshot: ResultsSnapshot) =>
  [
    `${snapshot.experiment.name}: ${textOf(snapshot.verdict.headline)}`,
    ...decisionLines(snapshot).map(textOf),
    ...sentencesOf(snapshot),
    ...checksText(snapshot),
    `(${[judgedText(snapshot), dataText(snapshot), snapshot.link].filter((text) => text !== "").join("; ")})`,
  ].join(" ");
