// Exports the experiment list as a table with the order and columns of the page, in words and in numbers.
import { shippedGroup } from "#console/features/experiments/results/model/shipped-group.ts";
import {
  changeText,
  type Effect,
  intervalText,
} from "#console/features/experiments/results/model/reading.ts";
import { csvCell, markdownText } from "#console/foundation/export/escapes.ts";
import type { Export } from "#console/foundation/export/exports-menu.tsx";
import { saveExport } from "#console/foundation/export/save-file.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { daysText, type ListEntry } from "./list-entry.ts";

type Cell = string | number | undefined;

const isoOf = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

const resultCells = (name: string, read: (entry: ListEntry) => Effect | undefined) => ({
  [`${name}change`]: (entry: ListEntry) => read(entry)?.value,
  [`${name}low`]: (entry: ListEntry) => boundOf(read(entry), -1),
  [`${name}high`]: (entry: ListEntry) => boundOf(read(entry), 1),
  [`${name}unit`]: (entry: ListEntry) => read(entry)?.scale,
});
const boundOf = (effect: Effect | undefined, side: 1 | -1) => effect && effect.value + side * effect.margin;

const fields: Record<string, (entry: ListEntry) => Cell> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  status: ({ experiment }) => experimentState(experiment.status),
  health: ({ health }) => health?.text,
  health_detail: ({ health }) => health?.detail,
  day: ({ days }) => days?.day,
  planned_days: ({ days }) => days?.planned,
  days_left: ({ days }) => (days?.state === "ended" ? undefined : days?.left),
  lead_metric: ({ lead }) => lead?.metric,
  test: ({ experiment, lead }) => (lead?.effect ? experiment.leadResult?.test : undefined),
  ...resultCells("", ({ lead }) => lead?.effect),
  result: ({ lead }) => lead?.word,
  computed: ({ lead }) => isoOf(lead?.computedTime),
  guardrail: ({ guardrail }) => guardrail?.metric,
  ...resultCells("guardrail_", ({ guardrail }) => guardrail?.effect),
  guardrail_result: ({ guardrail }) => guardrail?.effect.result,
  next_step: ({ step }) => step.text,
  next_step_detail: ({ step }) => step.detail,
  winner: ({ experiment }) => shippedGroup(experiment)?.name,
  decision_time: ({ experiment: { decisionTime } }) =>
    isoOf(typeof decisionTime === "number" ? decisionTime : undefined),
};

export const listCsv = (entries: readonly ListEntry[]) =>
  `\uFEFF${[
    Object.keys(fields),
    ...entries.map((entry) => Object.values(fields).map((read) => csvCell(read(entry)))),
  ]
    .map((cells) => cells.join(","))
    .join("\r\n")}\r\n`;

const head = [
  "Name",
  "Status",
  "Health",
  "Lead metric",
  "Change",
  "Result",
  "Computed",
  "Worst guardrail",
  "Days",
  "Next step",
];
const joined = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(", ");

export function listMarkdown(entries: readonly ListEntry[]): string {
  const rows = entries.map(({ experiment, health, lead, guardrail, days, step }) => [
    experiment.name,
    experimentState(experiment.status),
    joined([health?.text, health?.detail]),
    joined([lead?.metric, lead?.group]),
    lead?.effect ? `${changeText(lead.effect)} (${intervalText(lead.effect)})` : "",
    lead?.word ?? "",
    lead?.computedTime === undefined ? "" : formatDate(lead.computedTime),
    joined([guardrail?.metric, guardrail && changeText(guardrail.effect), guardrail?.effect.result]),
    daysText(days, experiment),
    joined([step.text, step.detail]),
  ]);
  return [head, head.map(() => "---"), ...rows.map((cells) => cells.map(markdownText))]
    .map((cells) => `| ${cells.join(" | ")} |\n`)
    .join("");
}

/** Reads all matches of the filters when an export starts. */
type ReadEntries = () => Promise<readonly ListEntry[]>;

export const listExports: readonly Export<ReadEntries>[] = [
  {
    label: "Copy as Markdown",
    done: "The list is copied as Markdown",
    run: async (read) => navigator.clipboard.writeText(listMarkdown(await read())),
  },
  {
    label: "Save as CSV",
    done: "The list is saved as CSV",
    run: async (read) => saveExport("experiments", "csv", listCsv(await read())),
  },
];
