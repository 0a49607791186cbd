// The scorecard with one row per metric and the test groups side by side, all on the same scale.
import { Fragment, memo } from "react";
import { rowID, type ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { BlocksInView } from "./blocks-in-view.tsx";
import { ComparisonPlotCell, PlotHead, scaleNames } from "./comparison-plot-cell.tsx";
import { ChangeAndResult, ExplainedNumber } from "./detail-links.tsx";
import { rowSentence } from "./row-sentence.ts";
import { rowFocus, type RowView } from "./row-view.ts";
import { AboutMetric } from "./score-row.tsx";
import type { Block, ScoreSection } from "./scorecard-rows.ts";

/** px */
const metricWidth = 216;
const numbersWidth = 192;
/** Gap between groups, px. */
const gap = 24;
const narrowestPlot = 120;

/** Width of each plot in px; undefined if the groups do not fit side by side. */
export function plotBeside(width: number, groups: number): number | undefined {
  const plot = Math.floor((width - metricWidth) / groups - numbersWidth - gap);
  return groups > 0 && plot >= narrowestPlot ? plot : undefined;
}

interface SideBySideProps {
  sections: readonly ScoreSection[];
  /** Number of comparisons ignoring the filter. */
  total: number;
  groups: readonly string[];
  /** `plotWidth` is the width of each group's plot. */
  view: RowView;
}

export const SideBySide = ({ sections, total, groups, view }: SideBySideProps) => {
  const columns = 1 + groups.length * 2;
  return (
    <>
      <colgroup>
        <col style={{ width: metricWidth }} />
        {groups.map((group) => (
          <Fragment key={group}>
            <col style={{ width: numbersWidth }} />
            <col />
          </Fragment>
        ))}
      </colgroup>
      <thead>
        <tr className="*:border-t *:border-border *:pt-2 *:pb-0 *:text-left *:text-12">
          <td />
          {groups.map((group) => (
            <th key={group} scope="colgroup" colSpan={2} className="pl-6">
              <span className="block truncate border-b border-border pb-1 font-strong">{group}</span>
            </th>
          ))}
        </tr>
        <tr className="*:sticky *:top-bar *:z-3 *:h-8 *:border-b *:border-border *:bg-surface *:text-12 *:font-medium *:text-text-muted">
          <th scope="col" className="text-left">
            Metric
          </th>
          {groups.map((group) => (
            <Fragment key={group}>
              <th scope="col" className="pl-6 text-left">
                Change
              </th>
              <th scope="col" className="z-4!">
                <span className="sr-only">Interval, drawn</span>
                <div style={{ width: view.plotWidth }}>
                  <PlotHead view={view} />
                </div>
              </th>
            </Fragment>
          ))}
        </tr>
      </thead>
      <BlocksInView
        sections={sections}
        total={total}
        columns={columns}
        view={view}
        renderBlock={(block, firstRow) => (
          <BesideRow block={block} isFirst={firstRow === 2} groups={groups} view={view} />
        )}
      />
    </>
  );
};

interface BesideRowProps extends Pick<SideBySideProps, "groups" | "view"> {
  block: Block;
  isFirst: boolean;
}

const BesideRow = memo(function BesideRow({ block, isFirst, groups, view }: BesideRowProps) {
  const [first] = block.rows;
  if (!first) return null;
  const rows = groups.map((group) => block.rows.find((row) => row.group === group));
  return (
    <>
      <tr
        aria-label={block.rows.map(rowSentence).join(" ")}
        tabIndex={isFirst ? 0 : -1}
        className={`${rowFocus} scroll-my-40 *:h-13 *:border-t *:border-border`}
      >
        <th scope="row" className="pr-2 text-left font-regular">
          <span className="grid">
            <b className="truncate font-strong" title={first.metric.metricName}>
              {first.metric.metricName}
            </b>
            <AboutMetric row={first} />
          </span>
        </th>
        {rows.map((row, index) => (
          <BesideCells key={groups[index]} row={row} view={view} />
        ))}
      </tr>
      {rows.map((row, index) =>
        row ? <BesideDetail key={groups[index]} row={row} columns={2 * groups.length} view={view} /> : null,
      )}
    </>
  );
});

/** Shows only explanations; slices need columns for which there is no room here. */
function BesideDetail({ row, columns, view }: { row: ScoreRow; columns: number; view: RowView }) {
  if (view.search.open?.[row.mark] !== "why") return null;
  return (
    <tr>
      <td />
      <td colSpan={columns} className="pb-4 pl-6">
        <b className="block pb-2 font-strong">{row.group}</b>
        {view.renderDetail(row)}
      </td>
    </tr>
  );
}

function BesideCells({ row, view }: { row: ScoreRow | undefined; view: RowView }) {
  if (!row) return <td colSpan={2} />;
  const { mark } = row;
  const isMarked = view.search.mark === mark;
  const ground = isMarked ? "bg-surface-selected" : "";
  return (
    <>
      <td id={rowID(mark)} tabIndex={-1} className={`scroll-my-40 pl-6 ${ground}`}>
        <ChangeAndResult row={row} view={view} tabIndex={0} />
        <span className="num block pl-[17px] text-left text-12 text-text-muted">
          <ExplainedNumber row={row} view={view} column="interval" />
        </span>
      </td>
      <ComparisonPlotCell
        id={mark}
        reading={row}
        view={view}
        height={52}
        isMarked={isMarked}
        labels={scaleNames(row, view)}
        className={ground}
      />
    </>
  );
}
