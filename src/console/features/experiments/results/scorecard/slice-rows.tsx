// A comparison broken down by a dimension, as rows under it. An exploratory look: no headline colours, and a warning before the numbers.
import { PlotCell } from "#console/foundation/charts/plot-area.tsx";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { isShare } from "#console/features/experiments/results/model/format-result.ts";
import {
  type Slice,
  type SliceTable,
  sliceTable,
} from "#console/features/experiments/results/model/slices.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { scoreColumns } from "#console/features/experiments/results/view-settings/columns.ts";
import { ComparisonPlot } from "./comparison-plot.tsx";
import { sliceCellText, sliceSentence } from "./row-sentence.ts";
import { rowFocus, type RowView } from "./row-view.ts";
import { place } from "./score-row.tsx";
import { rowFits, sliceFits, wantedOf } from "./scorecard-rows.ts";
import { agree } from "#console/foundation/ui/wording.ts";

/** Row of a phone: name and change, the plot, then the difference from the rest beside the interval. */
const phoneSlice =
  "max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-baseline max-tablet:gap-x-2 max-tablet:pb-2 max-tablet:[grid-template-areas:'g_c''p_p''r_i']";

/** The dimension in the address where this metric has it, its first one otherwise. */
const dimensionIn = (row: ScoreRow, { search }: RowView) => {
  const slices = row.metric.dimensionBreakdown ?? [];
  return (slices.find(({ dimensionKey }) => dimensionKey === search.dimension) ?? slices[0])?.dimensionKey;
};

export function slicesOf(row: ScoreRow, view: RowView): SliceTable | undefined {
  const dimension = dimensionIn(row, view);
  if (dimension === undefined) return undefined;
  return sliceTable(row, dimension, { alpha: row.alpha, scale: view.scale });
}

/** A slice has no result: its difference from the rest stands there. */
const sliceColumns = scoreColumns.map(({ id, sortValue }) => ({
  id,
  sortValue: (slice: Slice) =>
    id === "result" ? slice.difference?.value : sortValue?.({ ...slice, group: "" }),
}));

/** Natural order, or that of the table; where only slices fit the filter, those. */
export function slicesShown(row: ScoreRow, view: RowView): Slice[] {
  const slices = slicesOf(row, view)?.slices ?? [];
  const wanted = wantedOf(view.search);
  const found = rowFits(row, wanted) ? slices : slices.filter(({ metric }) => sliceFits(metric, wanted));
  const { sort, order } = view.search;
  if (!sort || sort === "metric" || sort === "group") return found;
  return sortRows(found, sliceColumns, { column: sort, descending: order === "descending" });
}

interface SliceTableProps {
  table: SliceTable;
  row: ScoreRow;
  view: RowView;
}

export const SliceRows = ({ table, row, view }: SliceTableProps) => (
  <>
    <SliceColumns table={table} row={row} view={view} />
    {slicesShown(row, view).map((slice) => (
      <SliceRowView key={slice.metric.dimensionValue} slice={slice} row={row} view={view} />
    ))}
  </>
);

/** How many slices there are, and what looking at so many does. */
export function SlicesNote({ table, row, view }: SliceTableProps) {
  const total = table.slices.length;
  const shown = slicesShown(row, view).length;
  const number = shown === total ? String(total) : `${shown} of ${total}`;
  return (
    <>
      By <b className="font-medium text-text">{table.dimensionKey}</b>, {number}{" "}
      {agree(total, "slice", "slices")}. Exploratory, not for deciding. {table.guard}
    </>
  );
}

/** Two changes in percent differ by percentage points. */
const restName = ({ metric }: ScoreRow, { scale }: RowView) =>
  scale === "percent" || isShare(metric) ? "vs the rest, pp" : "vs the rest";

/** Names what stands below that the head of the table does not say. */
const SliceColumns = ({ table, row, view }: SliceTableProps) => (
  <tr className="text-12 text-text-muted max-tablet:hidden">
    {view.columns
      .filter(({ id }) => id !== "metric")
      .map(({ id }) =>
        id === "plot" ? (
          <PlotCell key={id} id={`${row.mark} slices`} width={view.plotWidth} height={24} />
        ) : (
          <td key={id} className={`h-6 px-2 ${id === "group" ? "pl-6" : ""}`}>
            {id === "group" ? table.dimensionKey : null}
            {id === "result" && table.slices.some(({ difference }) => difference)
              ? restName(row, view)
              : null}
          </td>
        ),
      )}
  </tr>
);

interface SliceRowProps {
  slice: Slice;
  row: ScoreRow;
  view: RowView;
}

function SliceRowView({ slice, row, view }: SliceRowProps) {
  const { metric, difference } = slice;
  return (
    <tr
      tabIndex={-1}
      aria-label={sliceSentence(slice)}
      className={`${rowFocus} scroll-my-40 text-12 ${phoneSlice}`}
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
            <ComparisonPlot
              key={id}
              id={`${row.mark} ${metric.dimensionValue}`}
              reading={slice}
              result="inconclusive"
              view={view}
              height={28}
              isSmall
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
