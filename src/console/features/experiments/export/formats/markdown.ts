// The results as Markdown, for documents and reviews: health, verdict, a table a section.
import type { ComparisonRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import {
  estimateOf,
  formatChange,
  formatMean,
  formatP,
  missingReason,
  typeOf,
  unitOf,
} from "#console/features/experiments/results/model/format-result.ts";
import { type Part, textOf } from "#console/features/experiments/results/model/sentence-parts.ts";
import { checkText } from "#console/features/experiments/results/verdict/health-messages.ts";
import { markdownText } from "#console/foundation/export/escapes.ts";
import {
  dataText,
  daysText,
  judgedText,
  intervalText,
  type ResultsSnapshot,
  type SnapshotSection,
  markedResult,
  markNote,
  openChecks,
  readText,
  sectionsOf,
} from "./results-snapshot.ts";

const marks = { better: "▲", worse: "▼", inconclusive: "–" };
const count = new Intl.NumberFormat("en");

const sentence = (parts: readonly Part[]) =>
  parts
    .map((part) => {
      if (typeof part === "string") return markdownText(part);
      const text = markdownText(part.text);
      return part.kind === "name" ? `**${text}**` : text;
    })
    .join("");

function verdictLines({ verdict }: ResultsSnapshot): string[] {
  const said =
    verdict.kind === "refused"
      ? [...(verdict.evidence === undefined ? [] : [verdict.evidence]), verdict.message].map((text) =>
          typeof text === "string" ? markdownText(text) : sentence(text),
        )
      : verdict.sentences.map(
          ({ result, parts }) => `- ${result ? `${marks[result]} ` : ""}${sentence(parts)}`,
        );
  return [
    `**${markdownText(textOf(verdict.headline))}**`,
    "",
    ...said.flatMap((line) => (verdict.kind === "refused" ? [line, ""] : [line])),
    ...(verdict.progress ? ["", sentence(verdict.progress.parts)] : []),
  ];
}

const healthLines = (snapshot: ResultsSnapshot): string[] =>
  openChecks(snapshot).map(
    (check) => `- **${markdownText(checkText(check))}**: ${markdownText(check.description)}`,
  );

const head = ["Metric", "Test group", "Control", "Test", "Change", "Result", "Interval", "p", "Units"];
const rule = head.map((_, index) => (index < 2 || index === 5 ? "---" : "--:"));

function cellsOf(row: ComparisonRow, snapshot: ResultsSnapshot): string[] {
  const { scale } = snapshot;
  const { metric } = row;
  const type = typeOf(metric);
  const mean = (value: number | undefined) => (value === undefined ? "" : formatMean(value, type));
  const { value } = estimateOf(metric, scale);
  const units = metric.testUnits === undefined ? "" : count.format(metric.testUnits);
  return [
    `${metric.metricName}${metric.directionality === "decrease" ? " (lower is better)" : ""}`,
    row.group,
    mean(metric.controlMean),
    mean(metric.testMean),
    value === undefined ? "" : formatChange(value, unitOf(metric, scale)),
    markedResult(row, snapshot),
    intervalText(row, scale) ?? missingReason(metric, scale) ?? "",
    metric.pValue === undefined ? "" : formatP(metric.pValue),
    units,
  ];
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

const noteLines = (note: string) => (note === "" ? [] : [markdownText(note), ""]);

const sectionLines = ({ title, strictness, rows }: SnapshotSection, snapshot: ResultsSnapshot): string[] => [
  `## ${markdownText(title)}`,
  "",
  markdownText(strictness),
  "",
  line(head),
  line(rule),
  ...rows.map((row) => line(cellsOf(row, snapshot).map(markdownText))),
  "",
  ...noteLines(markNote(rows, snapshot)),
];

export function markdownOf(snapshot: ResultsSnapshot): string {
  const facts = [daysText(snapshot), judgedText(snapshot), dataText(snapshot), `<${snapshot.link}>`];
  const health = healthLines(snapshot);
  return [
    `# ${markdownText(snapshot.experiment.name)}`,
    "",
    facts.filter((fact) => fact !== "").join(" · "),
    "",
    ...(health.length ? [...health, ""] : []),
    ...verdictLines(snapshot),
    "",
    ...noteLines(readText(snapshot)),
    ...sectionsOf(snapshot).flatMap((section) => sectionLines(section, snapshot)),
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}
