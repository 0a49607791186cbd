import type { Detail } from "#console/reading/reading-search.ts";
import { detailOf, openWith, type RowView } from "./row-view.ts";
import type { ScoreRow } from "./scorecard-rows.ts";

const labels: Record<Detail, string> = { slices: "Slices", time: "Over time", why: "How it is computed" };

interface DetailLinksProps {
  row: ScoreRow;
  view: RowView;
  /** The dimension in view. */
  dimension?: string;
}

/** Goes from what is open under a row to the other things that can be. */
export function DetailLinks({ row, view, dimension }: DetailLinksProps) {
  const current = detailOf(row, view);
  const own = [...new Set((row.metric.dimensionBreakdown ?? []).map(({ dimensionKey }) => dimensionKey))];
  const next = own[(own.indexOf(dimension ?? "") + 1) % own.length];
  const details = Object.keys(labels).filter(
    (detail): detail is Detail => detail !== current && (detail !== "slices" || own.length > 0),
  );
  return (
    <span className="ml-auto flex flex-wrap gap-x-4 whitespace-nowrap max-tablet:ml-0">
      {dimension !== undefined && own.length > 1 ? (
        <button type="button" className="link min-h-6" onClick={() => view.setSearch({ dimension: next })}>
          Other dimension<span className="sr-only">: {next}</span>
        </button>
      ) : null}
      {details.map((detail) => (
        <button
          key={detail}
          type="button"
          className="link min-h-6"
          onClick={() => openWith(view, row.mark, detail)}
        >
          {labels[detail]}
        </button>
      ))}
    </span>
  );
}
