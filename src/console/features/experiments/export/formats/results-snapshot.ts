// The results as the page shows them, gathered once for every format. Pure; no format is written here.
import type { Experiment, HealthCheck } from "#contract/experiment.ts";
import type { Chart, SummaryCharts } from "#contract/summary-charts.ts";
import { analysisText } from "#console/features/experiments/results/view-settings/analysis-text.ts";
import {
  comparisonRows,
  type ComparisonRow,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import {
  disagrees,
  estimateOf,
  formatInterval,
  resultOf,
  type Scale,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { textOf } from "#console/features/experiments/results/model/sentence-parts.ts";
import type { Verdict } from "#console/features/experiments/results/model/verdict.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { checkText, figureOf } from "#console/features/experiments/results/verdict/health-messages.ts";

export interface ResultsSnapshot {
  experiment: Experiment;
  /** As it was answered. */
  summary: SummaryCharts;
  /** As it is read now: at another level, or with the other interval deciding. */
  read: SummaryCharts;
  verdict: Verdict;
  scale: Scale;
  /** Address of the page. */
  link: string;
}

export interface SnapshotSection {
  title: string;
  /** "95 %, 2 test groups, Bonferroni: 97.5 % each · sequential intervals" */
  strictness: string;
  rows: ComparisonRow[];
}

const holds = ({ metrics }: Chart) => metrics !== undefined;

const strictness = (charts: readonly Chart[], summary: SummaryCharts, experiment: Experiment) => {
  const own = charts.filter(holds);
  const sequential = own.some(({ sequentialTesting }) => sequentialTesting) ? " · sequential intervals" : "";
  return `${analysisText(own, summary, experiment)}${sequential}`;
};

const strictnessOf = (summary: SummaryCharts, { experiment }: ResultsSnapshot) =>
  strictness(
    summary.sections.flatMap(({ charts }) => charts),
    summary,
    experiment,
  );

/** How strictly the verdict judges, whatever the table is read at: "judged at 95 % · sequential intervals"; empty without a chart. */
export function judgedText(snapshot: ResultsSnapshot): string {
  const text = strictnessOf(snapshot.summary, snapshot);
  return text === "" ? "" : `judged at ${text}`;
}

/** Empty where the numbers are read as the verdict judges. */
export function readText(snapshot: ResultsSnapshot): string {
  const read = strictnessOf(snapshot.read, snapshot);
  return read === strictnessOf(snapshot.summary, snapshot)
    ? ""
    : `Not as set up: the numbers below are read at ${read}. The verdict stays with the set-up.`;
}

/** Sections with their comparisons; the groups of a metric stand together. */
export function sectionsOf({ experiment, read }: ResultsSnapshot): SnapshotSection[] {
  const rows = comparisonRows(experiment, read);
  return read.sections.flatMap(({ sectionLabel, charts }) => {
    const own = rows.filter(({ section }) => section === sectionLabel);
    const metrics = [...new Set(own.map(({ metric }) => metric.metricID))];
    if (own.length === 0) return [];
    return [
      {
        title: sectionLabel,
        strictness: strictness(charts, read, experiment),
        rows: metrics.flatMap((id) => own.filter(({ metric }) => metric.metricID === id)),
      },
    ];
  });
}

/** "+0.91 to +7.33 %", the interval that decides; undefined where there is none. */
export function intervalText({ metric }: Pick<ComparisonRow, "metric">, scale: Scale): string | undefined {
  const { value, margin } = estimateOf(metric, scale);
  return value === undefined || margin === undefined
    ? undefined
    : formatInterval(value, margin, unitOf(metric, scale));
}

/** "better", "worse", "inconclusive"; for a clear change of unknown meaning "direction not set". */
export function resultText({ metric }: Pick<ComparisonRow, "metric">): string {
  if (metric.confidenceIntervalDelta === undefined) return "";
  return resultOf(metric) ?? "direction not set";
}

type Judged = Pick<ResultsSnapshot, "scale" | "verdict">;

/** With a mark where the interval beside it seems to say otherwise; `markNote` says what it means. Nothing is judged without a verdict. */
export function markedResult(row: Pick<ComparisonRow, "metric">, { scale, verdict }: Judged): string {
  const text = resultText(row);
  if (text === "" || verdict.kind === "refused") return text && "not judged";
  return `${text}${disagrees(row.metric, scale) ? "*" : ""}`;
}

/** Empty where nothing is marked. */
export const markNote = (rows: readonly Pick<ComparisonRow, "metric">[], { scale, verdict }: Judged) =>
  verdict.kind === "judged" && rows.some(({ metric }) => disagrees(metric, scale))
    ? "* by the absolute interval: percent also carries the noise of the control mean"
    : "";

/** Which data the numbers come from: "data 0123456789abcdef, computed Nov 21, 2026". */
export function dataText({ summary: { fingerprint, computedTime } }: ResultsSnapshot): string {
  return [
    ...(fingerprint === undefined ? [] : [`data ${fingerprint}`]),
    ...(computedTime === undefined ? [] : [`computed ${formatDate(computedTime)}`]),
  ].join(", ");
}

/** "Day 19 of 28"; empty before the start. */
export const daysText = ({ verdict: { progress } }: ResultsSnapshot) =>
  progress ? dayText(progress.days) : "";

/** The sentences of the verdict without marks: what it says, or why it says nothing. */
export function sentencesOf({ verdict }: ResultsSnapshot): string[] {
  const said =
    verdict.kind === "refused"
      ? [...(verdict.evidence === undefined ? [] : [verdict.evidence]), textOf(verdict.message)]
      : verdict.sentences.map(({ parts }) => textOf(parts));
  return [...said, ...(verdict.progress ? [textOf(verdict.progress.parts)] : [])];
}

/** What a check found that neither passed nor is told by the verdict: "Crossover: some users were in more than one group 0.282 %". */
export function openChecks({ experiment: { healthChecks }, verdict }: ResultsSnapshot): HealthCheck[] {
  const told = verdict.kind === "refused" ? (verdict.evidence ?? "") : "";
  return (healthChecks ?? []).filter(
    ({ status, description }) =>
      (status === "FAILED" || status === "WARNING") && !(told !== "" && told.includes(description)),
  );
}

const checksText = (snapshot: ResultsSnapshot) =>
  openChecks(snapshot).map((check) => `${[checkText(check), figureOf(check)].join(" ").trim()}.`);

/** The verdict as running text, to be pasted into a message. */
export const sentenceText = (snapshot: ResultsSnapshot) =>
  [
    `${snapshot.experiment.name}: ${textOf(snapshot.verdict.headline)}`,
    ...sentencesOf(snapshot),
    ...checksText(snapshot),
    `(${[judgedText(snapshot), dataText(snapshot), snapshot.link].filter((text) => text !== "").join("; ")})`,
  ].join(" ");
