// A row below a comparison, aligned with the columns of the table.
import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { ColumnName, ScoreColumn } from "#console/features/experiments/results/view-settings/columns.ts";
import type { RowView } from "./row-view.ts";

/** Every column except the metric and the plot. */
type OtherColumn = ScoreColumn & { id: Exclude<ColumnName, "metric" | "plot"> };

const isOther = (column: ScoreColumn): column is OtherColumn => !["metric", "plot"].includes(column.id);

interface AlignedRowProps extends ComponentProps<"tr"> {
  view: RowView;
  /** Cell with the row's name; the metric's name cell spans all rows of the metric. */
  lead: ReactNode;
  plot: ReactNode;
  cell: (column: OtherColumn) => ReactNode;
}

export const AlignedRow = ({ view, lead, plot, cell, ...row }: AlignedRowProps) => (
  <tr {...row}>
    {view.columns.map((column) => (
      <Fragment key={column.id}>
        {column.id === view.lead ? lead : column.id === "plot" ? plot : isOther(column) ? cell(column) : null}
      </Fragment>
    ))}
  </tr>
);
