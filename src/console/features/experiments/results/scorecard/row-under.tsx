// A row under a comparison: it has the columns of the table, and its cells stand below those of the comparison.
import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { ColumnName, ScoreColumn } from "#console/features/experiments/results/view-settings/columns.ts";
import type { RowView } from "./row-view.ts";

/** Beside the one that names the row, and the plot. */
type OtherColumn = ScoreColumn & { id: Exclude<ColumnName, "metric" | "plot"> };

const isOther = (column: ScoreColumn): column is OtherColumn => !["metric", "plot"].includes(column.id);

interface RowUnderProps extends ComponentProps<"tr"> {
  view: RowView;
  /** Its name. The metric's own stands over all rows of the metric. */
  lead: ReactNode;
  plot: ReactNode;
  cell: (column: OtherColumn) => ReactNode;
}

export const RowUnder = ({ view, lead, plot, cell, ...row }: RowUnderProps) => (
  <tr {...row}>
    {view.columns.map((column) => (
      <Fragment key={column.id}>
        {column.id === view.lead ? lead : column.id === "plot" ? plot : isOther(column) ? cell(column) : null}
      </Fragment>
    ))}
  </tr>
);
