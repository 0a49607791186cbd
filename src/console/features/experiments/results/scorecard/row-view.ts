// The settings by which every row of a scorecard is drawn, worked out once for all of them.
import type { ReactNode } from "react";
import type { Scale } from "#console/features/experiments/results/model/format-result.ts";
import type { ScoreColumn } from "#console/features/experiments/results/view-settings/columns.ts";
import type { Decimals } from "#console/features/experiments/results/view-settings/decimals.ts";
import type { OwnDomains } from "#console/features/experiments/results/view-settings/plot-domains.ts";
import { rowID, type ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { foundBySlice } from "./scorecard-rows.ts";
import type {
  Detail,
  ViewSettings,
  SetSearch,
} from "#console/features/experiments/results/view-settings/view-settings.ts";

/** The ring around a focused row: on its cells, since a cell over several rows would cover the row's own. */
export const rowFocus =
  "stacked:focus-inside beside:focus-visible:shadow-none beside:focus-visible:[--ring:inset_0_2px_var(--color-accent),inset_0_-2px_var(--color-accent)] beside:[&:focus-visible>:not([rowspan])]:shadow-[var(--ring)] beside:[&:focus-visible>:nth-child(1_of_:not([rowspan]))]:shadow-[var(--ring),inset_2px_0_var(--color-accent)] beside:[&:focus-visible>:nth-last-child(1_of_:not([rowspan]))]:shadow-[var(--ring),inset_-2px_0_var(--color-accent)]";

export interface RowView {
  scale: Scale;
  /** Absent where all metrics share a scale. */
  ownDomain: OwnDomains | undefined;
  decimals: Decimals;
  /** Some changes are in percentage points. */
  hasPoints: boolean;
  columns: readonly ScoreColumn[];
  /** The column that names a row, and what is open under it: the metric where there is one test group. */
  lead: "metric" | "group";
  /** px */
  plotWidth: number;
  /** Those that a row depends on. */
  search: Pick<
    ViewSettings,
    "mark" | "slice" | "open" | "dimension" | "question" | "sort" | "order" | "filter"
  >;
  setSearch: SetSearch;
  /** The explanation under a row. */
  renderDetail: (row: ScoreRow) => ReactNode;
}

/** Columns beside the metric's name, which stands over all that is open under it; with one test group it stands in its row alone. */
export const columnsUnder = ({ columns, lead }: RowView) => columns.length - (lead === "group" ? 1 : 0);

/** The element that the address leads to: a comparison, or a slice under it. */
export const targetOf = ({ mark, dimension, slice }: Pick<ViewSettings, "mark" | "dimension" | "slice">) =>
  mark === undefined ? undefined : rowID(mark, dimension, slice);

/** The detail that is open under a row: also the slices that a filter has found. */
export function detailOf(row: ScoreRow, { search }: RowView): Detail | undefined {
  const detail = search.open?.[row.mark] ?? (foundBySlice(row, search) ? "slices" : "closed");
  return detail === "closed" ? undefined : detail;
}

/** `question` is the number whose explanation is wanted. */
export function openWith(
  { search, setSearch }: RowView,
  row: ScoreRow,
  detail: Detail | undefined,
  question = search.question,
) {
  const { [row.mark]: _, ...others } = search.open ?? {};
  const open: ViewSettings["open"] = others;
  if (detail) open[row.mark] = detail;
  else if (foundBySlice(row, search)) open[row.mark] = "closed";
  setSearch({ open: Object.keys(open).length ? open : undefined, question });
}
