import { Link } from "@tanstack/react-router";
import {
  type Detail,
  details,
  overTimeSectionID,
  type SortableColumn,
} from "#console/features/experiments/results/view-settings/view-settings.ts";
import { cellText } from "#console/features/experiments/results/view-settings/columns.ts";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { ResultShape } from "#console/foundation/ui/result-mark.tsx";
import { columnsUnder, detailOf, openWith, type RowView } from "./row-view.ts";

const labels: Record<Detail, string> = { slices: "Slices", why: "How it is computed" };

const page = "/$company/experiments/$id";

interface DetailHeadProps {
  row: ScoreRow;
  view: RowView;
}

/** Links above the open detail of a row; they stay mounted when the detail changes, so that focus is kept. */
export const DetailHead = ({ row, view }: DetailHeadProps) => (
  <tr className="stacked:block">
    <td colSpan={columnsUnder(view)} className="py-1 pr-0 pl-6 text-12 stacked:block stacked:pl-5">
      <DetailLinks row={row} view={view} />
    </td>
  </tr>
);

/** Switches between the details of a row. */
function DetailLinks({ row, view }: DetailHeadProps) {
  const current = detailOf(row, view);
  const hasSlices = (row.metric.dimensionBreakdown ?? []).length > 0;
  const shown = details.filter((detail) => detail !== "slices" || hasSlices);
  return (
    <span className="flex flex-wrap gap-x-4 whitespace-nowrap">
      {shown.map((detail) => (
        <button
          key={detail}
          type="button"
          aria-current={detail === current || undefined}
          className={`min-h-6 ${detail === current ? "font-medium text-text" : "link"}`}
          onClick={() => openWith(view, row, detail)}
        >
          {labels[detail]}
        </button>
      ))}
      <Link
        from={page}
        to={page}
        search={(before) => ({ ...before, time: row.mark })}
        resetScroll={false}
        onClick={() => document.getElementById(overTimeSectionID)?.focus()}
        className="link min-h-6 content-center"
      >
        Over time
      </Link>
    </span>
  );
}

interface ExplainedNumberProps {
  row: ScoreRow;
  view: RowView;
  column: SortableColumn;
  /** -1 if the keyboard reaches it through the row's details. */
  tabIndex?: 0 | -1 | undefined;
}

/** A number or result that opens its explanation below the row. */
export function ExplainedNumber({ row, view, column, tabIndex = -1 }: ExplainedNumberProps) {
  const text = cellText(column, row, view.decimals(row.metric));
  const isSequential = column === "interval" && row.whiskerDelta !== undefined;
  const question = isSequential ? "sequential" : column;
  const isUnexpected = column === "interval" && row.depends;
  const isOpen = detailOf(row, view) === "why" && view.search.question === question;
  if (text === "") return text;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      title={
        isUnexpected
          ? "In absolute numbers and in percent it says different things: how it is computed"
          : "How it is computed"
      }
      onClick={() => openWith(view, row, isOpen ? undefined : "why", question)}
      // As wide as its cell, so that the button keeps its place when its text gets another length.
      className={`min-w-full [text-align:inherit] rounded-small decoration-dotted underline-offset-4 hover:underline aria-expanded:underline ${isUnexpected ? "underline" : ""}`}
    >
      {text}
    </button>
  );
}

const tones = {
  better: "text-positive *:font-strong",
  worse: "text-negative *:font-strong",
  inconclusive: "",
};

/** Change and result in one cell: shape, number and word, so that colour is never the only cue. */
export function ChangeAndResult({ row, view, tabIndex }: Omit<ExplainedNumberProps, "column">) {
  const { result } = row;
  return (
    <span
      className={`grid grid-cols-[9px_var(--number)_auto] items-center justify-start gap-x-2 text-left stacked:grid-cols-[9px_auto_auto] ${result ? tones[result] : ""}`}
    >
      {result ? <ResultShape result={result} /> : <span />}
      <span className="num">
        <ExplainedNumber {...{ row, view, tabIndex }} column="change" />
      </span>
      <span className={result === "inconclusive" ? "text-text-muted" : ""}>
        <ExplainedNumber {...{ row, view, tabIndex }} column="result" />
      </span>
    </span>
  );
}
