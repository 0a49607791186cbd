// Formats the result of a check as text for an issue: states, messages and numbers, without rows, values or secrets. Pure.
import type { SourcePreview } from "#contract/source-preview.ts";
import type { Checked, CheckedSource } from "./check-warehouse.ts";
import type { CheckedLoad } from "./check-load.ts";

const bytesText = (bytes: number | null | undefined) =>
  typeof bytes === "number" ? `${Number((bytes / 1e6).toPrecision(3))} MB` : "unknown";
const percent = (share: number | null | undefined) =>
  typeof share === "number" ? `${Number((share * 100).toFixed(2))}%` : "unknown";
const line = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

function doctorLines({ doctor }: Checked): string[] {
  return [
    "## Doctor",
    "",
    line("step", "state", "ms", "sentence", "code"),
    "|---|---|---|---|---|",
    ...doctor.map(({ name, state, ms, sentence, code }) =>
      line(name, state, typeof ms === "number" ? String(ms) : "", sentence ?? "", code ?? ""),
    ),
  ];
}

const ageText = (newest: number | null | undefined, now: number) =>
  typeof newest === "number" ? `${Number(((now - newest) / 3_600_000).toFixed(1))} h old` : "unknown";

function factsOf(preview: SourcePreview, now: number): string[] {
  const { rowCount, units, newestTime, nullUnitShare, futureShare, estimatedBytes, joinShare } = preview;
  return [
    `columns ${preview.columns.length}, rows ${rowCount ?? "unknown"}, units ${units ?? "unknown"}, newest row ${ageText(newestTime, now)}`,
    `without a unit ${percent(nullUnitShare)}, in the future ${percent(futureShare)}, units that another source knows ${percent(joinShare?.share)}`,
    `estimate ${bytesText(estimatedBytes)}, read ${bytesText(preview.bytes)} in ${preview.statements} statements and ${(preview.ms / 1000).toFixed(1)} s`,
  ];
}

const sourceLines = ({ kind, name, preview }: CheckedSource, now: number): string[] => [
  `### ${name} (${kind.replace("_", " ")})`,
  "",
  ...factsOf(preview, now).map((fact) => `- ${fact}`),
  ...preview.checks
    .filter(({ state }) => state !== "passed")
    .map(({ state, sentence }) => `- ${state}: ${sentence}`),
  "",
];

function loadLines(load: CheckedLoad | undefined): string[] {
  if (!load) return ["No source says who saw which group, so there is nothing to load."];
  const { groups, statements, characters, estimatedBytes, ran, failure } = load;
  return [
    `- a week of the largest experiment, ${groups} groups, ${statements === 1 ? "1 statement" : `${statements} statements`} of at most ${characters} characters`,
    `- estimate ${bytesText(estimatedBytes)}`,
    ran
      ? `- run: ${(ran.ms / 1000).toFixed(1)} s, read ${bytesText(ran.bytes)}, ${ran.rows} rows came back, ${ran.units} units`
      : "- not run; with --run it is",
    ...(failure ? [`- failed: ${failure}`] : []),
  ];
}

/** Summarizes the check: what failed, and how many steps and sources were examined. */
function outcome({ doctor, sources, load, failed }: Checked): string {
  const counted = ["passed", "warned", "failed", "skipped", "not reached"].flatMap((state) => {
    const count = doctor.filter((step) => step.state === state).length;
    return count > 0 ? [`${count} ${state}`] : [];
  });
  const ofLoad = load?.failure === undefined ? (load?.ran ? "run" : "planned, not run") : "failed";
  return [
    failed.length === 0 ? "Nothing failed." : `Failed: ${failed.join(", ")}.`,
    `Steps of the doctor: ${counted.join(", ")}. Sources looked at: ${sources.length}. Load: ${load ? ofLoad : "none"}.`,
  ].join(" ");
}

export function reportOf(checked: Checked): string {
  const { provider, time, sources, load, clean } = checked;
  const lines = [
    `# Check of ${provider}`,
    "",
    outcome(checked),
    `${new Date(time).toISOString()}, Node ${process.version}.`,
    "Secrets, rows and values are left out; hosts, roles, tables and columns may be named. Look it over before you publish it.",
    "",
    ...doctorLines(checked),
    "",
    "## Sources",
    "",
    ...(sources.length > 0
      ? sources.flatMap((source) => sourceLines(source, time))
      : ["None was looked at.", ""]),
    "## A small load",
    "",
    ...loadLines(load),
  ];
  return clean(lines.join("\n"));
}
