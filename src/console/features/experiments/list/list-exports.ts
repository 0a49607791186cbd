// The rows of the experiment list as a table, in the order of the page: the same columns, in words and in numbers.
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { changeText, intervalText } from "#console/features/experiments/results/model/reading.ts";
import { csvCell, markdownText } from "#console/foundation/export/escapes.ts";
import type { Export } from "#console/foundation/export/exports-menu.tsx";
import { saveExport } from "#console/foundation/export/save-file.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { leftText, type ListEntry } from "./list-entry.ts";

type Cell = string | number | undefined;

const isoOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

const fields: Record<string, (entry: ListEntry) => Cell> = {
  id: ({ id }) => id,
  name: ({ experiment }) => experiment.name,
  status: ({ experiment }) => experimentState(experiment.status),
  health: ({ health }) => health?.text,
  health_detail: ({ health }) => health?.detail,
  day: ({ days }) => days?.day,
  planned_days: ({ days }) => days?.planned,
  days_left: ({ days }) => (days?.state === "ended" ? undefined : days?.left),
  lead_metric: ({ lead }) => lead?.metric,
  test: ({ experiment, lead }) => (lead?.effect ? experiment.leadResult?.test : undefined),
  change: ({ lead }) => lead?.effect?.value,
  low: ({ lead }) => lead?.effect && lead.effect.value - lead.effect.margin,
  high: ({ lead }) => lead?.effect && lead.effect.value + lead.effect.margin,
  unit: ({ lead }) => lead?.effect?.scale,
  result: ({ lead }) => lead?.word,
  computed: ({ lead }) => isoOf(lead?.computedTime),
  decision: ({ decision }) => decision?.text,
  winner: ({ decision }) => decision?.winner,
  decision_time: ({ decision }) => isoOf(decision?.time),
};

export const listCsv = (entries: readonly ListEntry[]) =>
  `\uFEFF${[
    Object.keys(fields),
    ...entries.map((entry) => Object.values(fields).map((read) => csvCell(read(entry)))),
  ]
    .map((cells) => cells.join(","))
    .join("\r\n")}\r\n`;

const head = ["Name", "Status", "Health", "Lead metric", "Change", "Result", "Computed", "Days", "Decision"];
const joined = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(", ");

export function listMarkdown(entries: readonly ListEntry[]): string {
  const rows = entries.map(({ experiment, health, lead, days, decision }) => [
    experiment.name,
    experimentState(experiment.status),
    joined([health?.text, health?.detail]),
    joined([lead?.metric, lead?.group]),
    lead?.effect ? `${changeText(lead.effect)} (${intervalText(lead.effect)})` : "",
    lead?.word ?? "",
    lead?.computedTime === undefined ? "" : formatDate(lead.computedTime),
    joined([days && dayText(days), leftText(days)]),
    joined([decision?.text, decision?.detail]),
  ]);
  return [head, head.map(() => "---"), ...rows.map((cells) => cells.map(markdownText))]
    .map((cells) => `| ${cells.join(" | ")} |\n`)
    .join("");
}

export const listExports: readonly Export<readonly ListEntry[]>[] = [
  {
    label: "Copy as Markdown",
    done: "The list is copied as Markdown",
    run: (entries) => navigator.clipboard.writeText(listMarkdown(entries)),
  },
  {
    label: "Save as CSV",
    done: "The list is saved as CSV",
    run: async (entries) => saveExport("experiments", "csv", listCsv(entries)),
  },
];
