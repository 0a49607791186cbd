// View settings common to all rows of a scorecard, computed once.
import type { ReactNode } from "react";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import type { ScoreColumn } from "#console/features/experiments/results/view-settings/columns.ts";
import type { Decimals } from "#console/features/experiments/results/view-settings/decimals.ts";
import type { OwnDomains } from "#console/features/experiments/results/view-settings/plot-domains.ts";
import { rowID, type ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { matchesOnlySlices } from "./scorecard-rows.ts";
import type {
  Detail,
  ViewSettings,
  SetSearch,
} from "#console/features/experiments/results/view-settings/view-settings.ts";

/** Focus ring of a row, drawn on its cells, because a cell that spans rows would cover a ring on the row itself. */
export const rowFocus =
  "stacked:focus-inside beside:focus-visible:shadow-none beside:focus-visible:[--ring:inset_0_2px_var(--color-accent),inset_0_-2px_var(--color-accent)] beside:[&:focus-visible>:not([rowspan])]:shadow-[var(--ring)] beside:[&:focus-visible>:nth-child(1_of_:not([rowspan]))]:shadow-[var(--ring),inset_2px_0_var(--color-accent)] beside:[&:focus-visible>:nth-last-child(1_of_:not([rowspan]))]:shadow-[var(--ring),inset_-2px_0_var(--color-accent)]";

export interface RowView {
  scale: Scale;
  /** Undefined if all metrics share a scale. */
  ownDomain: OwnDomains | undefined;
  decimals: Decimals;
  /** True if some changes are in percentage points. */
  hasPoints: boolean;
  columns: readonly ScoreColumn[];
  /** The column that names a row and its details: the metric if there is only one test group. */
  lead: "metric" | "group";
  /** px */
  plotWidth: number;
  /** The search parameters that rows depend on. */
  search: Pick<
    ViewSettings,
    "mark" | "slice" | "open" | "dimension" | "question" | "sort" | "order" | "filter"
  >;
  setSearch: SetSearch;
  /** Renders the explanation below a row. */
  renderDetail: (row: ScoreRow) => ReactNode;
}

/** Number of columns of a detail row: with several test groups the metric's name cell spans it, with one it does not. */
export const columnsUnder = ({ columns, lead }: RowView) => columns.length - (lead === "group" ? 1 : 0);

/** Element id of the comparison or slice that the address links to. */
export const targetOf = ({ mark, dimension, slice }: Pick<ViewSettings, "mark" | "dimension" | "slice">) =>
  mark === undefined ? undefined : rowID(mark, dimension, slice);

/** The open detail of a row; slices also open if a filter matches them. */
export function detailOf(row: ScoreRow, { search }: RowView): Detail | undefined {
  const detail = search.open?.[row.mark] ?? (matchesOnlySlices(row, search) ? "slices" : "closed");
  return detail === "closed" ? undefined : detail;
}

/** `question` is the number to explain. */
export function openWith(
  { search, setSearch }: RowView,
  row: ScoreRow,
  detail: Detail | undefined,
  question = search.question,
) {
  const { [row.mark]: _, ...others } = search.open ?? {};
  const open: ViewSettings["open"] = others;
  if (detail) open[row.mark] = detail;
  else if (matchesOnlySlices(row, search)) open[row.mark] = "closed";
  setSearch({ open: Object.keys(open).length ? open : undefined, question });
}
