// A comparison broken down by a dimension, as rows under it. An exploratory look: no headline colours, and a warning before the numbers.
import type { DimensionBreakdown } from "#contract/summary-charts.ts";
import { PlotCell } from "#console/foundation/charts/plot-column.tsx";
import { rowID, type ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { isShare } from "#console/features/experiments/results/model/format-result.ts";
import { dimensionsOf, type Slice, sliceTable } from "#console/features/experiments/results/model/slices.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { scoreColumns } from "#console/features/experiments/results/view-settings/columns.ts";
import { ComparisonPlotCell } from "./comparison-plot-cell.tsx";
import { sliceCellText, sliceSentence } from "./row-sentence.ts";
import { rowFocus, type RowView } from "./row-view.ts";
import { place } from "./score-row.tsx";
import { rowFits, sliceFits, wantedOf } from "./scorecard-rows.ts";

/** Row of a phone: name and change, the plot, then the difference from the rest beside the interval. */
const phoneSlice =
  "max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-baseline max-tablet:gap-x-2 max-tablet:pb-2 max-tablet:[grid-template-areas:'g_c''p_p''r_i']";

/** A slice has no result: its difference from the rest stands there. */
const sliceColumns = scoreColumns.map(({ id, sortValue }) => ({
  id,
  sortValue: (slice: Slice) =>
    id === "result" ? slice.difference?.value : sortValue?.({ ...slice, group: "" }),
}));

/** By the dimension in the address where the metric has it, by its first one otherwise; a filter leaves those with a slice that fits. */
export function slicesOf(row: ScoreRow, { search, scale }: RowView) {
  const wanted = wantedOf(search);
  const fits = (slice: DimensionBreakdown) => rowFits(row, wanted) || sliceFits(slice, wanted);
  const own = row.metric.dimensionBreakdown ?? [];
  const dimensions = dimensionsOf({ ...row.metric, dimensionBreakdown: own.filter(fits) });
  const dimension = dimensions.find((key) => key === search.dimension) ?? dimensions[0] ?? "";
  const table = sliceTable(row, dimension, { alpha: row.alpha, scale });
  if (!table) return undefined;
  const found = table.slices.filter(({ metric }) => fits(metric));
  const { sort: column, order } = search;
  const isNatural = !column || column === "metric" || column === "group";
  const sort = isNatural ? undefined : { column, descending: order === "descending" };
  /** In natural order, or that of the table; where only slices fit the filter, those. */
  const shown = sortRows(found, sliceColumns, sort);
  return { ...table, dimensions, shown };
}

export type ShownSlices = NonNullable<ReturnType<typeof slicesOf>>;

interface SliceRowsProps {
  slices: ShownSlices;
  row: ScoreRow;
  view: RowView;
}

export const SliceRows = ({ slices, row, view }: SliceRowsProps) => (
  <>
    <SliceColumns slices={slices} row={row} view={view} />
    {slices.shown.map((slice) => (
      <SliceRowView key={slice.metric.dimensionValue} slice={slice} row={row} view={view} />
    ))}
  </>
);

/** Two changes in percent differ by percentage points. */
const restName = ({ metric }: ScoreRow, { scale }: RowView) =>
  scale === "percent" || isShare(metric) ? "vs the rest, pp" : "vs the rest";

/** Names what stands below that the head of the table does not say. */
const SliceColumns = ({ slices: { dimensionKey, slices }, row, view }: SliceRowsProps) => (
  <tr className="text-12 text-text-muted max-tablet:hidden">
    {view.columns
      .filter(({ id }) => id !== "metric")
      .map(({ id }) =>
        id === "plot" ? (
          <PlotCell key={id} id={`${row.mark} slices`} width={view.plotWidth} height={24} />
        ) : (
          <td key={id} className={`h-6 px-2 ${id === "group" ? "pl-6" : ""}`}>
            {id === "group" ? dimensionKey : null}
            {id === "result" && slices.some(({ difference }) => difference) ? restName(row, view) : null}
          </td>
        ),
      )}
  </tr>
);

function SliceRowView({ slice, row, view }: { slice: Slice; row: ScoreRow; view: RowView }) {
  const { metric, difference } = slice;
  const { search } = view;
  const isMarked = search.mark === row.mark && search.slice === metric.dimensionValue;
  return (
    <tr
      id={rowID(row.mark, metric.dimensionKey, metric.dimensionValue)}
      tabIndex={-1}
      aria-label={sliceSentence(slice)}
      aria-selected={isMarked || undefined}
      className={`${rowFocus} scroll-my-40 text-12 aria-selected:*:bg-surface-selected ${phoneSlice}`}
    >
      {view.columns.map((column) => {
        const { id, align } = column;
        if (id === "metric") return null;
        if (id === "group")
          return (
            <th
              key={id}
              scope="row"
              title={metric.dimensionValue}
              className={`truncate pr-2 pl-6 text-left font-regular tablet:h-7 max-tablet:pl-5 max-tablet:leading-7 ${place.group}`}
            >
              {metric.dimensionValue}
            </th>
          );
        if (id === "plot")
          return (
            <ComparisonPlotCell
              key={id}
              id={`${row.mark} ${metric.dimensionValue}`}
              reading={slice}
              result="inconclusive"
              view={view}
              height={28}
              isSmall
              isMarked={isMarked}
              className={place.plot}
            />
          );
        const isDifferent = id === "result" && difference?.differs;
        return (
          <td
            key={id}
            title={id === "result" ? difference?.sentence : undefined}
            className={`px-2 last:pr-0 max-tablet:px-0! max-tablet:leading-5! tablet:h-7 ${align || id === "result" ? "num" : ""} ${id === "result" ? "text-left!" : ""} ${id === "change" || isDifferent ? "font-medium" : "text-text-muted"} ${place[id]}`}
          >
            {id === "result" && difference ? (
              <span className="pl-5 tablet:hidden">{restName(row, view)} </span>
            ) : null}
            {sliceCellText(column, slice)}
          </td>
        );
      })}
    </tr>
  );
}
