// The scorecard: a semantic table of every metric and test group on a shared scale, virtualized if it is long.
import { useCallback, useEffect, useMemo, type KeyboardEvent } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { metricsIn } from "#console/features/experiments/results/model/comparison-rows.ts";
import { unitOf } from "#console/features/experiments/results/model/format-result.ts";
import { decimalsOf } from "#console/features/experiments/results/view-settings/decimals.ts";
import { ownDomains, sharedScale } from "#console/features/experiments/results/view-settings/plot-domains.ts";
import type { Domain } from "#console/foundation/charts/plot-scale.ts";
import { PlotColumn } from "#console/foundation/charts/plot-column.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { useTableWidth } from "#console/features/experiments/results/view-settings/use-table-width.ts";
import {
  cellText,
  columnsFor,
  stackedColumns,
  headersLeftOut,
  numberWidth,
  ownWidths,
  plotWidth,
  usualWidth,
} from "#console/features/experiments/results/view-settings/columns.ts";
import { targetOf, type RowView } from "./row-view.ts";
import { BlocksInView } from "./blocks-in-view.tsx";
import { LeftOut, ScoreHead } from "./score-head.tsx";
import {
  matchesOnlySlices,
  type RowsByChart,
  rowsByChart,
  type ScoreSection,
  scoreSections,
} from "./scorecard-rows.ts";
import {
  layoutOf,
  type ViewSettings,
  type SetSearch,
} from "#console/features/experiments/results/view-settings/view-settings.ts";
import { BlockRows } from "./section-rows.tsx";
import { plotBeside, SideBySide } from "./side-by-side.tsx";

export interface ScorecardProps {
  experiment: Experiment;
  /** The summary under the view settings: `summaryAt` has been applied. */
  summary: SummaryCharts;
  search: ViewSettings;
  setSearch: SetSearch;
  renderDetail: RowView["renderDetail"];
}

/** Fixed width for printing: bars are drawn in px, so neither the table nor the stacked scale may stretch to the paper. */
const onPaper = (plot: number) => ({ width: usualWidth, "--plot": `${plot}px` });
const widthOf = (number: number) => ({ "--number": `${number}px` });

/** Column widths and decimals computed from all rows, so that filtering does not change them. */
function useContent(made: RowsByChart) {
  return useMemo(() => {
    const rows = [...made.values()].flat();
    const decimals = decimalsOf(rows);
    const longest = (text: (row: (typeof rows)[number]) => string) =>
      rows.reduce((most, row) => Math.max(most, text(row).length), 0);
    const change = longest((row) => cellText("change", row, decimals(row.metric)));
    const interval = longest((row) => cellText("interval", row, decimals(row.metric)));
    return {
      decimals,
      groups: new Set(rows.map(({ group }) => group)).size,
      number: numberWidth(change),
      own: ownWidths({
        metric: longest(({ metric }) => metric.metricName),
        group: longest(({ group }) => group),
        change,
        interval,
      }),
    };
  }, [made]);
}

/** The search parameters that rows depend on; the filter is included only if it opens or filters slices. */
function useRowSearch(search: ViewSettings, opensSlices: boolean) {
  const { mark, slice, open, dimension, question, sort, order } = search;
  const hasSlices = opensSlices || Object.values(open ?? {}).includes("slices");
  const filter = hasSlices ? search.filter : undefined;
  return useMemo(
    () => ({ mark, slice, open, dimension, question, sort, order, filter }),
    [mark, slice, open, dimension, question, sort, order, filter],
  );
}

export function Scorecard({ experiment, summary, search, setSearch, renderDetail }: ScorecardProps) {
  const { box, width, isStacked, isPrinted } = useTableWidth();
  const { scale = "percent", axis, hide, filter, sort, order, layout, test } = search;
  const made = useMemo(() => rowsByChart(summary, experiment, scale), [summary, experiment, scale]);
  const sections = useMemo(
    () => scoreSections(summary, experiment, made, { filter, sort, order, layout, test }),
    [summary, experiment, made, filter, sort, order, layout, test],
  );
  const { decimals, groups: groupsMade, number, own } = useContent(made);
  // Computed from all metrics, so that filtering does not change it.
  const shared = useMemo(
    () => (scale === "percent" ? sharedScale(experiment, summary, axis) : undefined),
    [experiment, summary, axis, scale],
  );
  const setAxis = useCallback(
    (ends: Domain) => setSearch({ axis: ends.map((end) => Number(end.toPrecision(3))).join(",") }),
    [setSearch],
  );
  const isSolo =
    groupsMade < 2 || layoutOf({ layout, test }) === "groups" || (test !== undefined && test !== "*");
  const content = useMemo(() => ({ hidden: hide ?? [], isSolo, own }), [hide, isSolo, own]);
  const columns = useMemo(
    () => (isStacked ? stackedColumns(content) : columnsFor(width, content)),
    [width, isStacked, content],
  );
  const scales = useMemo(
    () => ({
      scale,
      ownDomain: scale === "absolute" ? ownDomains(summary) : undefined,
      hasPoints: metricsIn(summary).some((metric) => unitOf(metric, scale) === "points"),
    }),
    [summary, scale],
  );
  const rows = useMemo(
    () => sections.flatMap(({ blocks }) => blocks.flatMap((block) => block.rows)),
    [sections],
  );
  const opensSlices = useMemo(() => rows.some((row) => matchesOnlySlices(row, { filter })), [rows, filter]);
  const shown = useRowSearch(search, opensSlices);
  const view: RowView = useMemo(
    () => ({
      ...scales,
      decimals,
      columns,
      lead: isSolo ? "metric" : "group",
      plotWidth: isStacked ? width : plotWidth(width, columns),
      search: shown,
      setSearch,
      renderDetail,
    }),
    [scales, decimals, columns, isSolo, isStacked, width, shown, setSearch, renderDetail],
  );
  // Printing renders all rows, like a short table.
  const total = isPrinted ? 0 : [...made.values()].reduce((sum, own) => sum + own.length, 0);
  const isSequential = sections.some(({ charts }) => charts.some((chart) => chart.sequentialTesting));
  const groups = useMemo(() => [...new Set(rows.map(({ group }) => group))], [rows]);
  // The side-by-side layout has no room for slices.
  const isBeside = layout === "columns" && !isStacked && !opensSlices;
  const plotOfGroup = isBeside ? plotBeside(width, groups.length) : undefined;
  const besideView = useMemo(
    () => (plotOfGroup === undefined ? undefined : { ...view, plotWidth: plotOfGroup }),
    [view, plotOfGroup],
  );
  useTarget(targetOf(search));
  return (
    <div ref={box}>
      <PlotColumn isPrinted={isPrinted} scale={shared} onScale={setAxis}>
        <table
          aria-rowcount={rows.length + 1}
          onKeyDown={moveBetweenRows}
          style={{ ...widthOf(number), ...(isPrinted ? onPaper(view.plotWidth) : {}) }}
          className="w-full border-separate border-spacing-0 beside:table-fixed stacked:block"
        >
          <caption className="sr-only">
            Change of each metric and test group against {sections[0]?.charts[0]?.control ?? "the control"}.
            The arrow keys move between rows.
          </caption>
          {besideView ? (
            <SideBySide sections={sections} total={total} groups={groups} view={besideView} />
          ) : (
            <MetricRows sections={sections} total={total} view={view} isSequential={isSequential} />
          )}
        </table>
      </PlotColumn>
      {besideView || isPrinted ? null : <LeftOut headers={headersLeftOut(columns, content)} />}
      {rows.length === 0 && filter ? (
        <Empty
          title="No metric, group or slice fits this filter."
          action={<Button onClick={() => setSearch({ filter: undefined })}>Clear the filter</Button>}
        />
      ) : null}
    </div>
  );
}

interface MetricRowsProps {
  sections: readonly ScoreSection[];
  /** Number of comparisons ignoring the filter. */
  total: number;
  view: RowView;
  isSequential: boolean;
}

/** One row per metric and test group. */
const MetricRows = ({ sections, total, view, isSequential }: MetricRowsProps) => (
  <>
    <colgroup>
      {view.columns.map(({ id, width }) => (
        <col key={id} style={width === undefined ? undefined : { width }} />
      ))}
    </colgroup>
    <ScoreHead view={view} isSequential={isSequential} />
    <BlocksInView
      sections={sections}
      total={total}
      columns={view.columns.length}
      view={view}
      renderBlock={(block, firstRow) => <BlockRows block={block} view={view} firstRow={firstRow} />}
    />
  </>
);

/** Scrolls to and focuses the row that the address links to, once it is rendered. */
function useTarget(id: string | undefined) {
  useEffect(() => {
    if (id === undefined) return;
    const row = document.getElementById(id);
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [id]);
}

/** ↑ and ↓ move between comparisons and slices; inputs inside a row keep their own keys. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof Element)) return;
  const row = event.target.closest("tr[tabindex]");
  if (!row || event.target.closest("input, select, textarea, [role='group']")) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("tr[tabindex]")];
  const next = rows[rows.findIndex((candidate) => candidate === row) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
