import { TriangleAlert } from "lucide-react";
import { type Detail, details } from "#console/features/experiments/results/view-settings/view-settings.ts";
import { cellText, type ScoreColumn } from "#console/features/experiments/results/view-settings/columns.ts";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { ResultMark } from "#console/foundation/ui/result-mark.tsx";
import { detailOf, openWith, type RowView } from "./row-view.ts";
import type { ShownSlices } from "./slice-rows.tsx";
import { agree } from "#console/foundation/ui/wording.ts";

const labels: Record<Detail, string> = { slices: "Slices", time: "Over time", why: "How it is computed" };

interface DetailHeadProps {
  row: ScoreRow;
  view: RowView;
  /** Where slices are open. */
  slices: ShownSlices | undefined;
}

/** Stands over whatever is open under a row, so that going from one to another keeps the focus. */
export const DetailHead = ({ row, view, slices }: DetailHeadProps) => (
  <tr className="max-tablet:block">
    <td
      colSpan={view.columns.length - 1}
      className="py-1 pr-0 pl-6 text-12 text-text-muted max-tablet:block max-tablet:pl-5"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <p className="min-w-0 flex-1 basis-96 text-pretty">
          {slices ? (
            <SlicesNote {...slices} choose={(dimension) => view.setSearch({ dimension, slice: undefined })} />
          ) : null}
        </p>
        <DetailLinks row={row} view={view} />
      </div>
      {slices?.reversal === undefined ? null : (
        <p role="note" className="flex items-start gap-1.5 py-1 font-medium text-warning">
          <TriangleAlert size={14} aria-hidden className="mt-px" />
          {slices.reversal}
        </p>
      )}
    </td>
  </tr>
);

interface SlicesNoteProps extends ShownSlices {
  choose: (dimension: string) => void;
}

/** The number of slices, and the false alarms to expect among so many. */
function SlicesNote({ dimensionKey, dimensions, slices, shown, guard, choose }: SlicesNoteProps) {
  const total = slices.length;
  const next = dimensions[(dimensions.indexOf(dimensionKey) + 1) % dimensions.length];
  return (
    <>
      By <b className="font-medium text-text">{dimensionKey}</b>,{" "}
      {shown.length === total ? total : `${shown.length} of ${total}`} {agree(total, "slice", "slices")}.
      Exploratory, not for deciding. {guard}{" "}
      {next === undefined || next === dimensionKey ? null : (
        <button type="button" className="link min-h-6" onClick={() => choose(next)}>
          Other dimension<span className="sr-only">: {next}</span>
        </button>
      )}
    </>
  );
}

/** Goes from the open detail of a row to the others. */
function DetailLinks({ row, view }: Omit<DetailHeadProps, "slices">) {
  const current = detailOf(row, view);
  const hasSlices = (row.metric.dimensionBreakdown ?? []).length > 0;
  const shown = details.filter((detail) => detail !== "slices" || hasSlices);
  return (
    <span className="ml-auto flex flex-wrap gap-x-4 whitespace-nowrap max-tablet:order-first max-tablet:ml-0">
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
    </span>
  );
}

interface ExplainedNumberProps {
  row: ScoreRow;
  view: RowView;
  column: Pick<ScoreColumn, "id" | "hasControl">;
  /** -1 where the keyboard gets there by the row's details. */
  tabIndex?: 0 | -1;
}

/** A number, or the result's word, that opens its own explanation under the row. */
export function ExplainedNumber({ row, view, column, tabIndex = -1 }: ExplainedNumberProps) {
  const { id } = column;
  const text = cellText(column, row);
  const isSequential = id === "interval" && row.whiskerDelta !== undefined;
  const question = isSequential ? "sequential" : id;
  const isUnexpected = id === "interval" && row.disagrees;
  const isOpen = detailOf(row, view) === "why" && view.search.question === question;
  if (text === "") return text;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      title={isUnexpected ? "The absolute interval decides: how it is computed" : "How it is computed"}
      onClick={() => openWith(view, row, isOpen ? undefined : "why", question)}
      className={`rounded-small decoration-dotted underline-offset-4 hover:underline aria-expanded:underline ${isUnexpected ? "underline" : ""}`}
    >
      {id === "result" && row.result ? <ResultMark result={row.result} /> : text}
    </button>
  );
}
