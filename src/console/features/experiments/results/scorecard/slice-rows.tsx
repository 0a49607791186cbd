// The slices of a comparison as rows below it. Exploratory: no result colours, and a warning above the numbers.
import type { DimensionBreakdown } from "#contract/summary-charts.ts";
import { PlotCell } from "#console/foundation/charts/plot-column.tsx";
import { rowID, type ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { isShare } from "#console/features/experiments/results/model/format-result.ts";
import { dimensionsOf, type Slice, sliceTable } from "#console/features/experiments/results/model/slices.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { cellText, sorts } from "#console/features/experiments/results/view-settings/columns.ts";
import { ComparisonPlotCell } from "./comparison-plot-cell.tsx";
import { sliceSentence } from "./row-sentence.ts";
import { AlignedRow } from "./aligned-row.tsx";
import { rowFocus, type RowView } from "./row-view.ts";
import { place } from "./score-row.tsx";
import { matchesOnlySlices, rowMatches, sliceMatches, wantedOf } from "./scorecard-rows.ts";

/** Row layout on narrow screens: name and interval, then change and difference from the rest, then the plot. */
const stackedSlice =
  "stacked:grid stacked:grid-cols-[minmax(0,1fr)_auto] stacked:items-baseline stacked:gap-x-2 stacked:pb-2 stacked:[grid-template-areas:'g_i''c_c''p_p']";

/** Slices have no result, so that column holds and sorts by the difference from the rest. */
const sliceColumns = sorts.map(({ id, sortValue }) => ({
  id,
  sortValue: (slice: Slice) =>
    id === "result" ? slice.difference?.value : sortValue({ ...slice, group: "" }),
}));

/**
 * Returns the slices of the dimension in the address, else of the first dimension with a filter match;
 * undefined if there is neither.
 */
export function slicesOf(row: ScoreRow, { search, scale }: RowView) {
  const wanted = wantedOf(search);
  const fits = (slice: DimensionBreakdown) => rowMatches(row, wanted) || sliceMatches(slice, wanted);
  const own = row.metric.dimensionBreakdown ?? [];
  const dimensions = dimensionsOf({ ...row.metric, dimensionBreakdown: own.filter(fits) });
  const chosen = dimensions.find((key) => key === search.dimension);
  const dimension = chosen ?? (matchesOnlySlices(row, search) ? dimensions[0] : undefined);
  const table = dimension && sliceTable(row, dimension, { alpha: row.alpha, scale });
  if (!table) return undefined;
  const found = table.slices.filter(({ metric }) => fits(metric));
  const { sort: column, order } = search;
  const isNatural = !column || column === "metric" || column === "group";
  const sort = isNatural ? undefined : { column, descending: order === "descending" };
  /** Slices in natural order or sorted like the table; if only slices match the filter, just those. */
  const shown = sortRows(found, sliceColumns, sort);
  return { ...table, shown };
}

export type ShownSlices = NonNullable<ReturnType<typeof slicesOf>>;

/** The difference of two percent changes is in percentage points. */
export const restUnit = ({ metric }: ScoreRow, { scale }: RowView) =>
  scale === "percent" || isShare(metric) ? "\u00a0pp" : "";

interface SliceRowsProps {
  slices: ShownSlices;
  row: ScoreRow;
  view: RowView;
}

/** Column headers of the slices where they differ from the table head. */
export const SliceColumns = ({ slices: { dimensionKey, slices }, row, view }: SliceRowsProps) => (
  <AlignedRow
    view={view}
    className="text-12 text-text-muted stacked:hidden"
    lead={<td className="h-6 px-2 pl-10!">{dimensionKey}</td>}
    plot={<PlotCell id={`${row.mark} slices`} width={view.plotWidth} height={24} />}
    cell={({ id }) => (
      <td className="h-6 px-2">
        {id === "change" && slices.some(({ difference }) => difference) ? (
          <span className="flex justify-between">
            <span>Change</span>
            <span>vs the rest{restUnit(row, view) && ", pp"}</span>
          </span>
        ) : null}
      </td>
    )}
  />
);

export function SliceRowView({ slice, row, view }: { slice: Slice; row: ScoreRow; view: RowView }) {
  const { metric, difference } = slice;
  const { search } = view;
  const isMarked = search.mark === row.mark && search.slice === metric.dimensionValue;
  return (
    <AlignedRow
      view={view}
      id={rowID(row.mark, metric.dimensionKey, metric.dimensionValue)}
      tabIndex={-1}
      aria-label={sliceSentence(slice)}
      aria-selected={isMarked || undefined}
      className={`${rowFocus} scroll-my-40 text-12 aria-selected:*:bg-surface-selected ${stackedSlice}`}
      lead={
        <th
          scope="row"
          title={metric.dimensionValue}
          className="truncate pr-2 pl-10 text-left font-regular beside:h-7 stacked:pl-5 stacked:leading-7 stacked:[grid-area:g]"
        >
          {metric.dimensionValue}
        </th>
      }
      plot={
        <ComparisonPlotCell
          id={`${row.mark} ${metric.dimensionValue}`}
          reading={slice}
          isExploratory
          view={view}
          height={28}
          isSmall
          isMarked={isMarked}
          className={place.plot}
        />
      }
      cell={({ id, align }) => {
        const text = id === "group" ? "" : cellText(id, slice, view.decimals(row.metric));
        return (
          <td
            title={id === "change" ? difference?.sentence : undefined}
            className={`px-2 last:pr-0 stacked:px-0! stacked:leading-5! beside:h-7 ${align ? "num" : ""} ${id === "change" ? "" : "text-text-muted"} ${place[id]}`}
          >
            {id === "change" ? (
              <span className="flex justify-between gap-2 whitespace-nowrap stacked:gap-4">
                <span className="num font-medium beside:min-w-(--number)">{text}</span>
                <span className={`figures ${difference?.differs ? "font-medium" : "text-text-muted"}`}>
                  {difference ? (
                    <span className="beside:hidden">vs the rest{restUnit(row, view)} </span>
                  ) : null}
                  {difference?.range}
                </span>
              </span>
            ) : (
              text
            )}
          </td>
        );
      }}
    />
  );
}
