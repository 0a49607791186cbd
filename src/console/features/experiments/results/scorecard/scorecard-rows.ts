// Arranges a summary for the scorecard: sections of blocks of rows, filtered and sorted. Pure.
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, DimensionBreakdown, SummaryCharts } from "#contract/summary-charts.ts";
import {
  byMetric,
  markOf,
  type ScoreRow,
} from "#console/features/experiments/results/model/comparison-rows.ts";
import { readingOf } from "#console/features/experiments/results/model/reading.ts";
import { typeOf, type Scale } from "#console/features/experiments/results/model/format-result.ts";
import { sorts } from "#console/features/experiments/results/view-settings/columns.ts";
import { analysisText, significanceOf } from "#console/features/experiments/results/model/analysis.ts";
import {
  layoutOf,
  type ViewSettings,
} from "#console/features/experiments/results/view-settings/view-settings.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";

/** Adjacent rows of one metric. */
export interface Block {
  key: string;
  rows: ScoreRow[];
}

function rowsOf(chart: Chart, experiment: Experiment, scale: Scale): ScoreRow[] {
  const { control = "", test: group = "", metrics = [] } = chart;
  const alpha = significanceOf(experiment, chart);
  return metrics.map((metric) => ({
    ...readingOf(metric, scale),
    mark: markOf(metric, group),
    group,
    control,
    alpha,
  }));
}

export type RowsByChart = ReadonlyMap<Chart, readonly ScoreRow[]>;

/** Computed once per scale, so that rows keep their identity while others are filtered out and do not re-render. */
export const rowsByChart = ({ sections }: SummaryCharts, experiment: Experiment, scale: Scale): RowsByChart =>
  new Map(
    sections.flatMap(({ charts }) =>
      charts.map((chart) => [chart, rowsOf(chart, experiment, scale)] as const),
    ),
  );

/** Groups adjacent rows of the same metric into blocks. */
function blocksOf(rows: readonly ScoreRow[]): Block[] {
  const blocks: Block[] = [];
  for (const row of rows) {
    const last = blocks.at(-1);
    if (last?.rows[0]?.metric.metricID === row.metric.metricID) last.rows.push(row);
    else blocks.push({ key: row.mark, rows: [row] });
  }
  return blocks;
}

const includes = (text: string, wanted: string) => text.toLowerCase().includes(wanted);

/** Matches a slice by its value, or by dimension and value: "country SE". */
export const sliceMatches = ({ dimensionKey, dimensionValue }: DimensionBreakdown, wanted: string) =>
  includes(dimensionValue, wanted) ||
  `${dimensionKey} ${dimensionValue}`.toLowerCase().startsWith(wanted.replace(/[:=]\s*/, " "));

/** Matches a row by its metric, type or group. */
export const rowMatches = ({ metric, group }: ScoreRow, wanted: string) =>
  wanted === "" || includes(`${metric.metricName} ${typeOf(metric) ?? ""} ${group}`, wanted);

export const wantedOf = ({ filter = "" }: Pick<ViewSettings, "filter">) => filter.trim().toLowerCase();

const hasFitting = ({ metric }: ScoreRow, wanted: string) =>
  (metric.dimensionBreakdown ?? []).some((slice) => sliceMatches(slice, wanted));

/** True if only the row's slices match the filter. */
export function matchesOnlySlices(row: ScoreRow, search: Pick<ViewSettings, "filter">): boolean {
  const wanted = wantedOf(search);
  return !rowMatches(row, wanted) && hasFitting(row, wanted);
}

export type RowsSearch = Pick<ViewSettings, "test" | "layout" | "filter" | "sort" | "order">;

export function scoreSections(
  summary: SummaryCharts,
  experiment: Experiment,
  made: RowsByChart,
  search: RowsSearch,
) {
  const { test } = search;
  const layout = layoutOf(search);
  const sort = search.sort && { column: search.sort, descending: search.order === "descending" };
  const wanted = wantedOf(search);
  const chosen = experiment.groups.find(({ id, name }) => id === test || name === test)?.name;
  const sections = summary.sections.flatMap(({ sectionLabel, charts }) => {
    const shown = charts.filter(({ metrics, test: group }) => metrics && (!chosen || group === chosen));
    const messages = charts.filter(({ metrics }) => !metrics).map(textInstead);
    const isByGroup = layout === "groups" && shown.length > 1;
    const groups = isByGroup ? [...new Set(shown.map(({ test: group = "" }) => group))] : [""];
    return groups.map((group, index) => {
      const partCharts = isByGroup ? shown.filter((chart) => (chart.test ?? "") === group) : shown;
      const rows = partCharts
        .flatMap((chart) => made.get(chart) ?? [])
        .filter((row) => rowMatches(row, wanted) || hasFitting(row, wanted));
      const sorted = sort ? sortRows(rows, sorts, sort) : rows;
      return {
        key: `${sectionLabel} ${group}`,
        title: group ? `${sectionLabel}: ${group}` : sectionLabel,
        strictness: analysisText(partCharts, summary, experiment),
        charts: partCharts,
        /** Messages of charts that have no metrics. */
        messages: index === 0 ? messages : [],
        blocks: blocksOf(layout === "columns" || !sort ? byMetric(sorted) : sorted),
      };
    });
  });
  return sections.map((section, index) => ({
    ...section,
    /** Empty if it is the same as in the previous section. */
    strictness: section.strictness === sections[index - 1]?.strictness ? "" : section.strictness,
  }));
}

export type ScoreSection = ReturnType<typeof scoreSections>[number];

const textInstead = ({ chartSource, message }: Chart) =>
  message ?? `Charts of source ${chartSource} cannot be shown.`;
