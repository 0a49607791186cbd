// One comparison of a metric: its numbers, its result, and its interval on the shared scale.
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { rowID, type ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { formatMean, typeOf } from "#console/features/experiments/results/model/format-result.ts";
import { directionOf } from "#console/features/experiments/results/model/reading.ts";
import type { ColumnName } from "#console/features/experiments/results/view-settings/columns.ts";
import { ComparisonPlotCell } from "./comparison-plot-cell.tsx";
import { ChangeAndResult, ExplainedNumber } from "./detail-links.tsx";
import { rowSentence } from "./row-sentence.ts";
import { detailOf, openWith, rowFocus, type RowView } from "./row-view.ts";

const kinds: Record<string, string> = {
  event_dau: "Days active",
  event_count: "Per user",
  sum: "Sum per user",
  funnel: "Funnel",
  mean: "Mean",
  ratio: "Ratio",
};

/**
 * Row layout on narrow screens: the metric, then group and change, then plot and interval; without groups
 * metric and change share a line.
 */
const stackedRow = "stacked:grid stacked:grid-cols-[minmax(0,1fr)_auto] stacked:gap-x-4 stacked:pb-2";
const stackedAreas = {
  group: "stacked:[grid-template-areas:'m_m''g_c''p_p''i_i']",
  metric: "stacked:border-t stacked:border-border stacked:[grid-template-areas:'m_c''p_p''i_i']",
};
/** Grid area of each column in a stacked row, and muted colours for secondary numbers. */
export const place: Record<ColumnName, string> = {
  metric: "stacked:[grid-area:m]",
  group: "stacked:[grid-area:g]",
  change: "stacked:[grid-area:c] stacked:leading-7",
  plot: "stacked:max-w-(--plot) stacked:[grid-area:p]",
  interval: "stacked:[grid-area:i] stacked:text-12 stacked:text-text-muted",
  p: "stacked:hidden text-text-muted",
};

/** The metric's kind, or "Lower is better", and its control mean. */
export function AboutMetric({ row: { metric } }: { row: ScoreRow }) {
  const type = typeOf(metric) ?? "";
  const direction = directionOf(metric);
  const kind = direction === "increase" ? (kinds[type] ?? type) : "Lower is better";
  return (
    <span className="figures min-w-0 truncate text-12 leading-5 text-text-muted">
      {direction === undefined ? "No direction set" : kind}
      {metric.controlMean === undefined ? "" : ` · control ${formatMean(metric.controlMean, metric)}`}
    </span>
  );
}

interface ScoreRowProps {
  row: ScoreRow;
  view: RowView;
  /** Number of rows that the metric's name spans; set on the metric's first row only. */
  span: number | undefined;
  /** One-based row index; the head has index 1. */
  rowIndex: number;
}

export const ScoreRowView = memo(function ScoreRowView({ row, view, span, rowIndex }: ScoreRowProps) {
  const isMarked = view.search.mark === row.mark && view.search.slice === undefined;
  const line = span === undefined ? "" : "beside:*:border-t";
  return (
    <tr
      id={rowID(row.mark)}
      aria-label={rowSentence(row)}
      aria-rowindex={rowIndex}
      aria-selected={isMarked || undefined}
      tabIndex={rowIndex === 2 ? 0 : -1}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.key !== "Enter") return;
        openWith(view, row, detailOf(row, view) ? undefined : "slices");
      }}
      className={`${rowFocus} group/row scroll-my-40 ${line} *:border-border aria-selected:[&>*:not([rowspan])]:bg-surface-selected ${stackedRow} ${stackedAreas[view.lead]}`}
    >
      {view.columns.map((column) => {
        const { id, align } = column;
        if (id === "metric")
          return view.lead === "metric" ? (
            <NamedCell key={id} row={row} view={view} />
          ) : span === undefined ? null : (
            <MetricCell key={id} row={row} span={span} />
          );
        if (id === "group") return <GroupCell key={id} row={row} view={view} />;
        if (id === "plot")
          return (
            <ComparisonPlotCell
              key={id}
              id={row.mark}
              reading={row}
              view={view}
              height={32}
              isMarked={isMarked}
              className={place.plot}
            />
          );
        const isOpen = id === "interval" && row.result === "inconclusive";
        return (
          <td
            key={id}
            className={`px-2 last:pr-0 stacked:px-0 ${id === "change" && view.lead === "metric" ? "stacked:pt-1" : ""} beside:h-8 ${align ? "num" : ""} ${isOpen ? "text-text-muted" : ""} ${place[id]}`}
          >
            {id === "change" ? (
              <ChangeAndResult row={row} view={view} />
            ) : (
              <ExplainedNumber row={row} view={view} column={id} />
            )}
          </td>
        );
      })}
    </tr>
  );
});

const MetricCell = ({ row, span }: { row: ScoreRow; span: number }) => (
  <th
    scope="rowgroup"
    rowSpan={span}
    className={`bg-clip-padding pr-2 stacked:pr-0 text-left align-top font-regular stacked:mt-2 stacked:border-t ${place.metric}`}
  >
    <span className="sticky top-20 grid py-1.5 stacked:static stacked:flex stacked:items-baseline stacked:justify-between stacked:gap-3 stacked:pt-2.5 stacked:pb-0.5">
      <b className="font-strong break-words beside:truncate" title={row.metric.metricName}>
        {row.metric.metricName}
      </b>
      <AboutMetric row={row} />
    </span>
  </th>
);

/** Button that expands or collapses the details of a row. */
function Details({ row, view, name }: { row: ScoreRow; view: RowView; name: string }) {
  const detail = detailOf(row, view);
  return (
    <button
      type="button"
      aria-expanded={detail !== undefined}
      aria-label={`Details of ${row.metric.metricName}, ${row.group}`}
      onClick={() => openWith(view, row, detail ? undefined : "slices")}
      className="-ml-2 flex min-h-7 max-w-[calc(100%+var(--spacing)*2)] min-w-0 items-center gap-1 rounded-small pl-1 text-left hover:text-accent"
    >
      <ChevronRight
        size={14}
        aria-hidden
        className={`shrink-0 text-text-muted ${detail ? "rotate-90" : ""}`}
      />
      <span className="min-w-0 beside:truncate" title={name}>
        {name}
      </span>
    </button>
  );
}

const GroupCell = ({ row, view }: { row: ScoreRow; view: RowView }) => (
  <td className={`pr-1 pl-2 beside:h-8 ${place.group} stacked:min-h-7 stacked:px-0`}>
    <Details row={row} view={view} name={row.group} />
  </td>
);

/** The name cell of a metric that has a single row. */
const NamedCell = ({ row, view }: { row: ScoreRow; view: RowView }) => (
  <th
    scope="row"
    className={`bg-clip-padding pr-2 pl-2 text-left font-regular stacked:px-2 stacked:pt-1 ${place.metric}`}
  >
    <span className="flex items-center gap-3 stacked:flex-wrap stacked:gap-x-3 stacked:gap-y-0">
      <b className="flex max-w-[80%] min-w-24 shrink-0 font-strong stacked:max-w-full">
        <Details row={row} view={view} name={row.metric.metricName} />
      </b>
      <AboutMetric row={row} />
    </span>
  </th>
);
