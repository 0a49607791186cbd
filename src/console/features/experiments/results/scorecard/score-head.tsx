import { HeaderCell } from "#console/foundation/table/header-cell.tsx";
import type { Sort } from "#console/foundation/table/sort-rows.ts";
import type { ScoreColumn } from "#console/features/experiments/results/view-settings/columns.ts";
import { PlotHead } from "./comparison-plot-cell.tsx";
import type { RowView } from "./row-view.ts";
import { sortable } from "#console/features/experiments/results/view-settings/view-settings.ts";
import { agree, andList } from "#console/foundation/ui/wording.ts";

const cell =
  "sticky top-bar z-3 h-8 border-y border-border bg-surface px-2 text-12 font-medium text-text-muted first:pl-0 last:pr-0";

/** Column headers that sort the table; when rows are stacked, only the scale stays visible. */
export const ScoreHead = ({ view, isSequential }: { view: RowView; isSequential: boolean }) => (
  <thead className="stacked:sticky stacked:top-bar stacked:z-3 stacked:block stacked:border-b stacked:border-border stacked:bg-surface">
    <tr className="stacked:block" aria-rowindex={1}>
      {view.columns.map((column) =>
        column.id === "plot" ? (
          <th
            key={column.id}
            scope="col"
            className={`${cell} z-4! px-0! stacked:static stacked:block stacked:max-w-(--plot) stacked:h-7 stacked:border-0 stacked:py-1.5`}
          >
            <span className="sr-only">{column.header}</span>
            <PlotHead view={view} />
          </th>
        ) : (
          <SortableHead key={column.id} column={column} view={view} isSequential={isSequential} />
        ),
      )}
    </tr>
  </thead>
);

/** A note below the table that names the columns hidden for lack of room. */
export const LeftOut = ({ headers }: { headers: readonly string[] }) =>
  headers.length === 0 ? null : (
    <p className="pt-3 text-12 text-text-muted">
      {andList(headers)} {agree(headers.length, "is", "are")} hidden at this width; each row’s explanation has{" "}
      {agree(headers.length, "it", "them")}.
    </p>
  );

interface SortableHeadProps {
  column: ScoreColumn;
  view: RowView;
  isSequential: boolean;
}

function SortableHead({ column, view, isSequential }: SortableHeadProps) {
  const { sort, order } = view.search;
  const header = column.id === "interval" && isSequential ? "Sequential interval" : column.header;
  /** Cycles through ascending, descending and the configured order. */
  const onSort = ({ descending }: Sort) => {
    const next = sortable.find((known) => known === column.id);
    if (descending) view.setSearch({ order: "descending" });
    else view.setSearch({ sort: sort === next ? undefined : next, order: undefined });
  };
  return (
    <HeaderCell
      column={{ ...column, header }}
      sort={sort && { column: sort, descending: order === "descending" }}
      onSort={onSort}
      className="top-bar z-3 px-2 whitespace-nowrap stacked:sr-only"
    />
  );
}
