import { Fragment, memo } from "react";
import { IntervalPicture } from "#console/foundation/charts/interval-mark.tsx";
import { PlotCell } from "#console/foundation/charts/plot-column.tsx";
import { guardrailNote, guardrailTitle } from "#console/features/experiments/results/model/guardrails.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { scaleNames } from "./comparison-plot-cell.tsx";
import { DetailHead } from "./detail-links.tsx";
import { detailOf, type RowView } from "./row-view.ts";
import { ScoreRowView } from "./score-row.tsx";
import type { Block, ScoreSection } from "./scorecard-rows.ts";
import { SliceRows, slicesOf } from "./slice-rows.tsx";

interface SectionTitleProps {
  section: ScoreSection;
  isFirst: boolean;
  columns: number;
  view: RowView;
}

export const SectionTitle = ({ section, isFirst, columns, view }: SectionTitleProps) => (
  <tr className="max-tablet:block">
    <td colSpan={columns} className="pt-4 pb-2 max-tablet:block">
      <h2 className="mr-3 inline text-13 font-strong max-tablet:block">{section.title}</h2>{" "}
      <span className="figures text-12 text-text-muted">
        {[section.title === guardrailTitle ? guardrailNote : "", section.strictness]
          .filter(Boolean)
          .join(" · ")}
      </span>
      {isFirst && section.charts.some(({ sequentialTesting }) => sequentialTesting) ? <Legend /> : null}
      {isFirst && view.hasPoints ? (
        <span className="text-12 text-text-muted max-tablet:block">
          <span className="max-tablet:hidden"> · </span>pp: percentage points
        </span>
      ) : null}
      {section.messages.map((message) => (
        <div key={message} className="mt-2">
          <Notice tone="info" title={message} />
        </div>
      ))}
    </td>
  </tr>
);

const legendInterval = {
  domain: [-1, 1],
  value: 0,
  delta: 0.5,
  whiskerDelta: 0.98,
  result: "inconclusive",
} as const;

/** Says how to read bar and whisker, where both are drawn. */
const Legend = () => (
  <span className="float-right inline-flex items-center gap-2 text-12 text-text-muted max-tablet:float-none max-tablet:mt-1 max-tablet:flex">
    <IntervalPicture interval={legendInterval} width={72} height={12} lines={[]} className="-mx-2 block" />
    bar: fixed, whisker: sequential
  </span>
);

interface BlockRowsProps {
  block: Block;
  view: RowView;
  firstRow: number;
}

/** The rows of a metric, with what is open under each. Scrolling leaves those in view as they are. */
export const BlockRows = memo(function BlockRows({ block, view, firstRow }: BlockRowsProps) {
  const rows = block.rows.map((row) => {
    const detail = detailOf(row, view);
    const slices = detail === "slices" ? slicesOf(row, view) : undefined;
    return { row, detail, slices, span: detail ? 3 + (slices?.shown.length ?? 0) : 1 };
  });
  const all = rows.reduce((sum, { span }) => sum + span, 0);
  // A metric alone in its row is higher than its numbers: the rest keeps the scale's lines unbroken.
  const hasRest = all === 1 || !view.domains.shared;
  return (
    <>
      {rows.map(({ row, detail, slices }, index) => (
        <Fragment key={row.mark}>
          <ScoreRowView
            row={row}
            view={view}
            span={index === 0 ? all + Number(hasRest) : undefined}
            rowIndex={firstRow + index}
          />
          {detail ? <DetailHead row={row} view={view} slices={slices} /> : null}
          {slices ? <SliceRows slices={slices} row={row} view={view} /> : null}
          {detail === "time" || detail === "why" ? (
            <tr className="max-tablet:block">
              <td colSpan={view.columns.length - 1} className="px-2 pb-4 max-tablet:block max-tablet:px-0">
                {view.renderDetail(row, detail)}
              </td>
            </tr>
          ) : null}
        </Fragment>
      ))}
      {hasRest ? <RestOfMetric block={block} view={view} /> : null}
    </>
  );
});

/** Continues the lines of the scale; names its ends where the metric has its own. */
const RestOfMetric = ({ block, view }: { block: Block; view: RowView }) => (
  <tr className={view.domains.shared ? "max-tablet:hidden" : "max-tablet:block"}>
    {view.columns
      .filter(({ id }) => id !== "metric")
      .map(({ id }) =>
        id === "plot" ? (
          <PlotCell
            key={id}
            id={`${block.key} scale`}
            labels={block.rows[0] && scaleNames(block.rows[0], view)}
            width={view.plotWidth}
            height={20}
            className="max-tablet:block max-tablet:max-w-(--plot)"
          />
        ) : (
          <td key={id} className="h-5 p-0 max-tablet:hidden" />
        ),
      )}
  </tr>
);
