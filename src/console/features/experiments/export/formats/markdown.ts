// The results as Markdown, for documents and reviews: health, verdict, and one table per section.
import {
  markedUp,
  type SentencePart,
  textOf,
} from "#console/features/experiments/results/model/sentence-parts.ts";
import { checkText } from "#console/features/experiments/results/verdict/health-messages.ts";
import { markdownText } from "#console/foundation/export/escapes.ts";
import { tableCells, tableHead } from "./numbers-table.ts";
import {
  dataText,
  daysText,
  decisionLines,
  judgedText,
  type ResultsSnapshot,
  type SnapshotSection,
  markNote,
  openChecks,
  readText,
  sectionsOf,
} from "./results-snapshot.ts";

const marks = { better: "▲", worse: "▼", inconclusive: "–" };

const sentence = (parts: readonly SentencePart[]) => markedUp(parts, markdownText, (name) => `**${name}**`);

function verdictLines({ verdict }: ResultsSnapshot): string[] {
  const { headline, progress } = verdict;
  const said =
    verdict.kind === "refused"
      ? [...(verdict.evidence ? [markdownText(verdict.evidence), ""] : []), sentence(verdict.message), ""]
      : verdict.sentences.map(
          ({ result, parts }) => `- ${result ? `${marks[result]} ` : ""}${sentence(parts)}`,
        );
  return [
    `**${markdownText(textOf(headline))}**`,
    "",
    ...said,
    ...(progress ? ["", sentence(progress.parts)] : []),
  ];
}

const healthLines = (snapshot: ResultsSnapshot): string[] =>
  openChecks(snapshot).map(
    (check) => `- **${markdownText(checkText(check))}**: ${markdownText(check.description)}`,
  );

const rule = tableHead.map((_, index) => (index < 2 || index === 5 ? "---" : "--:"));

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

const noteLines = (note: string) => (note === "" ? [] : [markdownText(note), ""]);

const sectionLines = ({ title, strictness, rows }: SnapshotSection, snapshot: ResultsSnapshot): string[] => [
  `## ${markdownText(title)}`,
  "",
  markdownText(strictness),
  "",
  line(tableHead),
  line(rule),
  ...rows.map((row) => line(tableCells(row, snapshot).map(markdownText))),
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
    ...decisionLines(snapshot).flatMap((parts) => [sentence(parts), ""]),
    ...(health.length ? [...health, ""] : []),
    ...verdictLines(snapshot),
    "",
    ...noteLines(readText(snapshot)),
    ...sectionsOf(snapshot).flatMap((section) => sectionLines(section, snapshot)),
  ]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}
