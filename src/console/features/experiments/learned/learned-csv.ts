// Exports the lessons as CSV: one row per effect of each decided experiment, as measured and as expected after shrinkage.
import type { DecidedExperimentSummary } from "#contract/learned.ts";
import { csvCell } from "#console/foundation/export/escapes.ts";
import { expectedOf, type Lesson } from "./lessons.ts";

const columns = [
  "experiment",
  "name",
  "decision_time",
  "shipped_group",
  "hypothesis",
  "reason",
  "failed_checks",
  "metric",
  "test_group",
  "is_shipped",
  "change_percent",
  "standard_error_percent",
  "expected_change_percent",
  "expected_standard_error_percent",
];

/** Returns the CSV; an experiment without effects gets one row. */
export function learnedCsv(
  experiments: readonly DecidedExperimentSummary[],
  lessons: readonly Lesson[],
): string {
  const rows = experiments.flatMap((experiment) => {
    const { id, name, decisionTime, shipped, hypothesis, decisionReason, isUnsound, effects } = experiment;
    const decided = decisionTime === null ? undefined : new Date(decisionTime).toISOString();
    const about = [
      id,
      name,
      decided,
      shipped ?? undefined,
      hypothesis,
      decisionReason ?? undefined,
      isUnsound,
    ];
    if (effects.length === 0) return [about];
    return effects.map((effect) => {
      const expected = isUnsound ? undefined : expectedOf(effect, lessons);
      return [
        ...about,
        effect.metricName,
        effect.test,
        effect.isShipped,
        effect.percentChange,
        effect.standardError,
        expected?.effect,
        expected?.standardError,
      ];
    });
  });
  const cellOf = (cell: string | number | boolean | undefined) =>
    csvCell(typeof cell === "boolean" ? (cell ? "yes" : "no") : cell);
  return `\uFEFF${[columns, ...rows.map((row) => row.map(cellOf))].map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}
