// The content of a report, small enough for a link: its data, its settings, and the figures that decide.
// Choice: the link of a report contains at most 40 comparisons, the significant ones first, then the primary ones
import { z } from "zod/mini";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import {
  comparisonRows,
  type ComparisonRow,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import { effectOf, wordOf } from "#console/features/experiments/results/model/reading.ts";

const results = ["better", "worse", "inconclusive", "depends", "direction not set"] as const;

const Figure = z.object({
  /** Id of the metric, to find it again. Its name is stored too, in case the metric is deleted. */
  id: z.string(),
  name: z.string(),
  group: z.string(),
  scale: z.enum(["percent", "absolute"]),
  value: z.number(),
  /** Margin of the deciding interval; saved links use this name, so it cannot be changed. */
  reach: z.number(),
  result: z.enum(results),
});
export type Figure = z.infer<typeof Figure>;

const Report = z.object({
  experiment: z.string(),
  fingerprint: z.optional(z.string()),
  /** When the numbers were computed, ms. */
  computed: z.optional(z.number()),
  status: z.string(),
  level: z.string(),
  control: z.string(),
  /** True if a health check had failed; older reports lack the field. */
  isUnsound: z.optional(z.boolean()),
  /** Number of comparisons with an interval; `figures` may hold fewer. */
  comparisons: z.number(),
  figures: z.array(Figure),
});
export type Report = z.infer<typeof Report>;

const mostFigures = 40;
/** Five digits are enough to notice any change that the page would show. */
const rounded = (value: number) => Number(value.toPrecision(5));

/** Returns the figure of a comparison; undefined if it has no interval. */
export function figureOf({ metric, group }: ComparisonRow): Figure | undefined {
  const effect = effectOf(metric);
  if (!effect) return undefined;
  const { scale, value, margin } = effect;
  return {
    id: metric.metricID,
    name: metric.metricName,
    group,
    scale,
    value: rounded(value),
    reach: rounded(margin),
    result: wordOf(effect) ?? "direction not set",
  };
}

const importance = (row: ComparisonRow) =>
  2 * Number(effectOf(row.metric)?.isClear ?? false) + Number(row.isPrimary);

export const hasFailed = ({ healthChecks, healthCheckStatus }: Experiment) =>
  healthCheckStatus === "FAILED" || (healthChecks?.some(({ status }) => status === "FAILED") ?? false);

export function reportOf(experiment: Experiment, summary: SummaryCharts): Report {
  const rows = comparisonRows(experiment, summary);
  const figures = rows
    .toSorted((a, b) => importance(b) - importance(a))
    .flatMap((row) => figureOf(row) ?? []);
  return {
    experiment: experiment.id,
    fingerprint: summary.fingerprint,
    computed: summary.computedTime,
    status: experiment.status,
    level: experiment.defaultConfidenceInterval ?? "95",
    control: rows[0]?.control ?? "",
    isUnsound: hasFailed(experiment),
    comparisons: figures.length,
    figures: figures.slice(0, mostFigures),
  };
}

/** Version prefix; it also keeps the search parameter from being parsed as a number. */
const version = "p1.";

/** Encodes a report for an address: letters, digits, "-", "_" and ".". */
export function writeReport(report: Report): string {
  return version + z.util.uint8ArrayToBase64url(new TextEncoder().encode(JSON.stringify(report)));
}

/** Decodes a report; undefined if the text is invalid or of a later version. */
export function readReport(text: string): Report | undefined {
  if (!text.startsWith(version)) return undefined;
  try {
    const bytes = z.util.base64urlToUint8Array(text.slice(version.length));
    return Report.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/** Adds the report to the address of the page; its other search parameters stay. */
export function reportLink(address: string, report: Report): string {
  const link = new URL(address);
  link.searchParams.set("packet", writeReport(report));
  link.hash = "";
  return link.href;
}
