// The rows below an expanded comparison: further numbers, and its slices or its computation.
import { type ReactElement, useMemo } from "react";
import { PlotCell } from "#console/foundation/charts/plot-column.tsx";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { formatMean, formatSize } from "#console/features/experiments/results/model/format-result.ts";
import { fixedInterval } from "#console/features/experiments/results/view-settings/decimals.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { DetailHead } from "./detail-links.tsx";
import { AlignedRow } from "./aligned-row.tsx";
import { columnsUnder, detailOf, type RowView } from "./row-view.ts";
import { sliceRows } from "./slice-strips.tsx";

/** Returns the rows below a comparison; none if it is collapsed. */
export function openedRows({ row, view }: { row: ScoreRow; view: RowView }): ReactElement[] {
  const detail = detailOf(row, view);
  if (!detail) return [];
  const rows = [
    <DetailHead key="links" row={row} view={view} />,
    ...factsOf(row, view).map((fact) => <FactRow key={fact.name} {...fact} row={row} view={view} />),
  ];
  if (detail === "slices") return [...rows, ...sliceRows({ row, view })];
  return [
    ...rows,
    <tr key={detail} className="stacked:block">
      <td
        colSpan={columnsUnder(view)}
        className={`px-2 pt-2 pb-4 stacked:block stacked:px-0 ${view.lead === "metric" ? "pl-6" : ""}`}
      >
        {view.renderDetail(row)}
      </td>
    </tr>,
  ];
}

interface Fact {
  name: string;
  note: string;
  value: string;
  /** Margin around 0 drawn as a dashed interval. */
  reach?: number | undefined;
}

function factsOf(row: ScoreRow, view: RowView): Fact[] {
  const { metric, unit, whiskerDelta, delta, detectable } = row;
  const { testUnits, controlUnits, testMean, controlMean } = metric;
  const interval = (margin: number | undefined) => fixedInterval(row, view.decimals(metric), margin);
  const both = "this group and control";
  const facts: Fact[] = [
    ...(whiskerDelta === undefined
      ? []
      : [
          {
            name: "Sequential interval",
            note: "whisker: valid at every look",
            value: interval(whiskerDelta),
          },
          { name: "Fixed interval", note: "bar: valid at the planned end", value: interval(delta) },
        ]),
    {
      name: "MDE",
      note: "dashed: what it could detect",
      reach: detectable,
      value: detectable === undefined ? "" : formatSize(detectable, unit),
    },
    { name: "Units", note: both, value: pair(testUnits, controlUnits, formatCount) },
    { name: "Mean", note: both, value: pair(testMean, controlMean, (mean) => formatMean(mean, metric)) },
  ];
  return facts.filter(({ value }) => value !== "");
}

const pair = (test: number | undefined, control: number | undefined, format: (value: number) => string) =>
  test === undefined || control === undefined ? "" : `${format(test)} and ${format(control)}`;

interface FactRowProps extends Fact {
  row: ScoreRow;
  view: RowView;
}

/** Shows the value in the interval column or, if that is hidden, instead of the note. */
function FactRow({ view, row, name, note, value, reach }: FactRowProps) {
  const hasInterval = view.columns.some(({ id }) => id === "interval");
  const domain = view.ownDomain?.(row.metric);
  const interval = useMemo(
    () => (reach === undefined ? undefined : { domain, value: 0, delta: reach, isDashed: true }),
    [domain, reach],
  );
  return (
    <AlignedRow
      view={view}
      className="text-12 stacked:flex stacked:justify-between stacked:gap-4"
      lead={
        <th scope="row" className="h-6 truncate pl-6 text-left font-regular text-text-muted stacked:pl-5">
          {name}
        </th>
      }
      plot={
        <PlotCell
          id={`${row.mark} ${name}`}
          interval={interval}
          width={view.plotWidth}
          height={24}
          className="stacked:hidden"
        />
      }
      cell={({ id }) => {
        if (id === "change" && hasInterval)
          return <td className="px-2 whitespace-nowrap text-text-muted stacked:hidden">{note}</td>;
        const isValue = id === "interval" || id === "change";
        return (
          <td className={isValue ? "num px-2 last:pr-0 stacked:px-0" : "stacked:hidden"}>
            {isValue ? value : null}
          </td>
        );
      }}
    />
  );
}
