// The slices of an expanded comparison: a strip per dimension that shows differences from the rest, and the
// slices of one dimension.
import { ChevronRight, TriangleAlert } from "lucide-react";
import type { ReactElement } from "react";
import { PlotCell } from "#console/foundation/charts/plot-column.tsx";
import type { PlottedStrip } from "#console/foundation/charts/strip-mark.tsx";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { formatSigned } from "#console/foundation/ui/number-format.ts";
import {
  dimensionsOf,
  type SliceTable,
  sliceTable,
} from "#console/features/experiments/results/model/slices.ts";
import { agree } from "#console/foundation/ui/wording.ts";
import { AlignedRow } from "./aligned-row.tsx";
import { columnsUnder, type RowView } from "./row-view.ts";
import { restUnit, SliceColumns, SliceRowView, slicesOf } from "./slice-rows.tsx";

interface UnderRowProps {
  row: ScoreRow;
  view: RowView;
}

/** Returns a strip per dimension, and the slices of the open one. */
export function sliceRows({ row, view }: UnderRowProps): ReactElement[] {
  const open = slicesOf(row, view);
  return dimensionsOf(row.metric).flatMap((dimension) => {
    const table = sliceTable(row, dimension, { alpha: row.alpha, scale: view.scale });
    if (!table) return [];
    const slices = open?.dimensionKey === dimension ? open : undefined;
    return [
      <StripRow key={dimension} row={row} view={view} table={table} isOpen={slices !== undefined} />,
      ...(table.reversal === undefined
        ? []
        : [<Reversal key={`${dimension} reversal`} view={view} text={table.reversal} />]),
      ...(slices
        ? [
            <SlicesNote key={`${dimension} note`} view={view} table={table} shown={slices.shown.length} />,
            <SliceColumns key={`${dimension} columns`} slices={slices} row={row} view={view} />,
            ...slices.shown.map((slice) => (
              <SliceRowView
                key={`${dimension} ${slice.metric.dimensionValue}`}
                slice={slice}
                row={row}
                view={view}
              />
            )),
          ]
        : []),
    ];
  });
}

interface StripRowProps extends UnderRowProps {
  table: SliceTable;
  isOpen: boolean;
}

const stripOf = ({ slices }: SliceTable, row: ScoreRow, view: RowView): PlottedStrip | undefined =>
  row.value === undefined
    ? undefined
    : {
        domain: view.ownDomain?.(row.metric),
        total: row.value,
        slices: slices.flatMap(({ value, difference }) =>
          value === undefined ? [] : [{ value, differs: difference?.differs ?? false }],
        ),
      };

function StripRow({ row, view, table, isOpen }: StripRowProps) {
  const { dimensionKey, slices } = table;
  const differing = slices.flatMap(({ metric, difference }) =>
    difference?.differs ? [{ name: metric.dimensionValue, ...difference }] : [],
  );
  const [one, another] = differing;
  const unit = restUnit(row, view);
  const said =
    one && another
      ? `${differing.length} of ${slices.length} differ from the rest`
      : one
        ? `${one.name} differs by ${formatSigned(one.value)}${unit}`
        : slices.some(({ difference }) => difference)
          ? "None differs from the rest"
          : "Not compared with the rest";
  return (
    <AlignedRow
      view={view}
      className="text-12 stacked:grid stacked:grid-cols-[minmax(0,1fr)_auto] stacked:gap-x-4 stacked:pb-1 stacked:[grid-template-areas:'g_c''p_p']"
      lead={
        <th scope="row" className="pr-2 pl-5 text-left font-regular stacked:pl-4 stacked:[grid-area:g]">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => view.setSearch({ dimension: isOpen ? undefined : dimensionKey, slice: undefined })}
            className="flex min-h-7 max-w-full items-center gap-1 rounded-small text-left whitespace-nowrap hover:text-accent"
          >
            <ChevronRight
              size={12}
              aria-hidden
              className={`shrink-0 text-text-muted ${isOpen ? "rotate-90" : ""}`}
            />
            <span className="truncate text-text-muted">{dimensionKey}</span>{" "}
            <span className="text-accent">
              {slices.length} {agree(slices.length, "slice", "slices")}
            </span>
          </button>
        </th>
      }
      plot={
        <PlotCell
          id={`${row.mark} ${dimensionKey}`}
          strip={stripOf(table, row, view)}
          width={view.plotWidth}
          height={28}
          className="stacked:max-w-(--plot) stacked:[grid-area:p]"
        />
      }
      cell={({ id }) => (
        <td
          title={id === "change" ? one?.sentence : undefined}
          className={`px-2 last:pr-0 stacked:px-0 ${id === "change" ? "whitespace-nowrap stacked:leading-7 stacked:[grid-area:c]" : "num stacked:hidden"} ${one ? "font-medium" : "text-text-muted"}`}
        >
          {id === "change" ? said : id === "interval" && one && !another ? `${one.range}${unit}` : ""}
        </td>
      )}
    />
  );
}

const Reversal = ({ view, text }: { view: RowView; text: string }) => (
  <tr className="stacked:block">
    <td colSpan={columnsUnder(view)} className="pl-6 stacked:block stacked:pl-5">
      <p role="note" className="flex items-start gap-1.5 py-1 text-12 font-medium text-warning">
        <TriangleAlert size={14} aria-hidden className="mt-px" />
        {text}
      </p>
    </td>
  </tr>
);

interface SlicesNoteProps {
  view: RowView;
  table: SliceTable;
  shown: number;
}

/** States the number of slices and the false alarms to expect. */
const SlicesNote = ({ view, table: { dimensionKey, slices, guard }, shown }: SlicesNoteProps) => (
  <tr className="stacked:block">
    <td
      colSpan={columnsUnder(view)}
      className="py-1 pl-10 text-12 text-pretty text-text-muted stacked:block stacked:pl-5"
    >
      By <b className="font-medium text-text">{dimensionKey}</b>,{" "}
      {shown === slices.length ? shown : `${shown} of ${slices.length}`}{" "}
      {agree(slices.length, "slice", "slices")}. Exploratory, not for deciding. {guard}
    </td>
  </tr>
);
