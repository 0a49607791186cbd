import { Fragment, memo } from "react";
import { IntervalLegend } from "#console/foundation/charts/interval-axis.tsx";
import { IntervalGrid } from "#console/foundation/charts/interval-chart.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import type { Item } from "./blocks-in-view.tsx";
import { DetailHead } from "./detail-links.tsx";
import { detailOf, type RowView } from "./row-view.ts";
import { MetricAxis } from "./score-head.tsx";
import { ScoreRowView } from "./score-row.tsx";
import type { Block, ScoreRow } from "./scorecard-rows.ts";
import { SliceRows, SlicesNote, slicesOf, slicesShown } from "./slice-rows.tsx";

interface SectionRowsProps {
  item: Item;
  view: RowView;
}

/** The rows of one item of the table: the head of a section, or a metric with what is open under it. Scrolling leaves those in view as they are. */
export const SectionRows = memo(function SectionRows({ item, view }: SectionRowsProps) {
  return item.kind === "section" ? (
    <SectionTitle item={item} columns={view.columns.length} view={view} />
  ) : (
    <BlockRows block={item.block} view={view} firstRow={item.firstRow} />
  );
});

interface SectionTitleProps {
  item: Extract<Item, { kind: "section" }>;
  columns: number;
  view: RowView;
}

export const SectionTitle = ({ item: { section, isFirst }, columns, view }: SectionTitleProps) => (
  <tr className="max-tablet:block">
    <td colSpan={columns} className="pt-4 pb-2 max-tablet:block">
      <h2 className="mr-3 inline text-13 font-strong max-tablet:block">{section.title}</h2>{" "}
      <span className="figures text-12 text-text-muted">{section.strictness}</span>
      {isFirst && section.charts.some(({ sequentialTesting }) => sequentialTesting) ? (
        <IntervalLegend />
      ) : null}
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

/** Rows that a comparison takes with what is open under it. */
function rowsOf(row: ScoreRow, view: RowView): number {
  const detail = detailOf(row, view);
  if (detail === undefined) return 1;
  return detail === "slices" ? 3 + slicesShown(row, view).length : 3;
}

function BlockRows({ block, view, firstRow }: { block: Block; view: RowView; firstRow: number }) {
  const span = block.rows.reduce((sum, row) => sum + rowsOf(row, view), 0);
  // A metric alone in its row is higher than its numbers: the rest keeps the scale's lines unbroken.
  const hasRest = span === 1 || !view.domains.shared;
  return (
    <>
      {block.rows.map((row, index) => {
        const detail = detailOf(row, view);
        const table = detail === "slices" ? slicesOf(row, view) : undefined;
        return (
          <Fragment key={row.mark}>
            <ScoreRowView
              row={row}
              view={view}
              span={index === 0 ? span + Number(hasRest) : undefined}
              rowIndex={firstRow + index}
              isFirst={firstRow + index === 2}
            />
            {detail ? (
              <DetailHead row={row} view={view} dimension={table?.dimensionKey} warning={table?.reversal}>
                {table ? <SlicesNote table={table} row={row} view={view} /> : null}
              </DetailHead>
            ) : null}
            {table ? <SliceRows table={table} row={row} view={view} /> : null}
            {detail === "time" || detail === "why" ? (
              <tr className="max-tablet:block">
                <td colSpan={view.columns.length - 1} className="px-2 pb-4 max-tablet:block max-tablet:px-0">
                  {view.renderDetail(row, detail)}
                </td>
              </tr>
            ) : null}
          </Fragment>
        );
      })}
      {hasRest ? <RestOfMetric block={block} view={view} /> : null}
    </>
  );
}

/** Names the ends of the scale where the metric has its own. */
const RestOfMetric = ({ block, view }: { block: Block; view: RowView }) => (
  <tr className={view.domains.shared ? "max-tablet:hidden" : "max-tablet:block"}>
    {view.columns
      .filter(({ id }) => id !== "metric")
      .map(({ id }) => (
        <td
          key={id}
          className={`relative h-5 p-0 ${id === "plot" ? "max-tablet:block max-tablet:max-w-(--plot)" : "max-tablet:hidden"}`}
        >
          {id === "plot" ? <IntervalGrid /> : null}
          {id === "plot" && block.rows[0] && !view.domains.shared ? (
            <MetricAxis metric={block.rows[0].metric} view={view} />
          ) : null}
        </td>
      ))}
  </tr>
);
