import { Fragment, memo } from "react";
import { PlotCell } from "#console/foundation/charts/plot-column.tsx";
import { guardrailNote, guardrailTitle } from "#console/features/experiments/results/model/guardrails.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { scaleNames } from "./comparison-plot-cell.tsx";
import { openedRows } from "./opened-rows.tsx";
import type { RowView } from "./row-view.ts";
import { AlignedRow } from "./aligned-row.tsx";
import { ScoreRowView } from "./score-row.tsx";
import type { Block, ScoreSection } from "./scorecard-rows.ts";

interface SectionTitleProps {
  section: ScoreSection;
  isFirst: boolean;
  columns: number;
  view: RowView;
}

export function SectionTitle({ section, isFirst, columns, view }: SectionTitleProps) {
  const notes = [
    section.title === guardrailTitle ? guardrailNote : "",
    section.strictness,
    isFirst && view.hasPoints ? "pp: percentage points" : "",
  ];
  return (
    <tr className="stacked:block">
      <td colSpan={columns} className="pt-4 pb-2 stacked:block">
        <div className="flex items-baseline gap-3 stacked:block">
          <h2 className="text-13 font-strong whitespace-nowrap">{section.title}</h2>
          <span
            title={section.strictness}
            className="figures min-w-0 flex-1 text-12 text-text-muted beside:truncate print:whitespace-normal"
          >
            {notes.filter((note) => note !== "").join(" · ")}
          </span>
          {isFirst ? (
            <Legend
              isSequential={section.charts.some(({ sequentialTesting }) => sequentialTesting === true)}
            />
          ) : null}
        </div>
        {section.messages.map((message) => (
          <div key={message} className="mt-2">
            <Notice tone="info" title={message} />
          </div>
        ))}
      </td>
    </tr>
  );
}

const swatches = { conclusive: "fill-text-muted", inconclusive: "fill-surface" };

/** Legend of bars and whiskers. */
const Legend = ({ isSequential }: { isSequential: boolean }) => (
  <span className="flex items-center gap-1.5 text-12 whitespace-nowrap text-text-muted stacked:mt-1">
    {Object.entries(swatches).map(([name, fill]) => (
      <Fragment key={name}>
        <svg aria-hidden width="24" height="8" className={`stroke-text-muted stroke-[1.5] ${fill}`}>
          <rect x="0.75" y="0.75" width="22.5" height="6.5" />
        </svg>
        <span className="mr-2">{name}</span>
      </Fragment>
    ))}
    {isSequential ? (
      <>
        <svg aria-hidden width="24" height="8" className="stroke-text-muted stroke-[1.25]">
          <path d="M1 4H23M1 0v8M23 0v8" />
        </svg>
        sequential
      </>
    ) : null}
  </span>
);

interface BlockRowsProps {
  block: Block;
  view: RowView;
  firstRow: number;
}

/** The rows of a metric with their open details. Memoized, so that scrolling does not re-render them. */
export const BlockRows = memo(function BlockRows({ block, view, firstRow }: BlockRowsProps) {
  const rows = block.rows.map((row) => ({ row, opened: openedRows({ row, view }) }));
  const all = rows.reduce((sum, { opened }) => sum + 1 + opened.length, 0);
  // A single row is lower than its metric's name cell: a filler row keeps the scale's lines unbroken.
  const hasRest = (all === 1 && view.lead === "group") || view.ownDomain !== undefined;
  return (
    <>
      {rows.map(({ row, opened }, index) => (
        <Fragment key={row.mark}>
          <ScoreRowView
            row={row}
            view={view}
            span={index === 0 ? all + Number(hasRest) : undefined}
            rowIndex={firstRow + index}
          />
          {opened}
        </Fragment>
      ))}
      {hasRest ? <RestOfMetric block={block} view={view} /> : null}
    </>
  );
});

/** Filler row that continues the scale's lines, or labels the metric's own scale. */
const RestOfMetric = ({ block, view }: { block: Block; view: RowView }) => {
  const empty = <td className="h-5 p-0 stacked:hidden" />;
  return (
    <AlignedRow
      view={view}
      className={!view.ownDomain ? "stacked:hidden" : "stacked:block"}
      lead={empty}
      plot={
        <PlotCell
          id={`${block.key} scale`}
          labels={block.rows[0] && scaleNames(block.rows[0], view)}
          width={view.plotWidth}
          height={20}
          className="stacked:block stacked:max-w-(--plot)"
        />
      }
      cell={() => empty}
    />
  );
};
