import { formatDate, formatFull } from "#console/foundation/ui/time-format.ts";
import type { Column } from "./column.ts";

/** The day of the last change; the time on hover. */
export const changedColumn: Column<{ lastModifiedTime?: number | null | undefined }> & { id: "changed" } = {
  id: "changed",
  header: "Changed",
  cell: ({ lastModifiedTime }) =>
    lastModifiedTime ? (
      <time dateTime={new Date(lastModifiedTime).toISOString()} title={formatFull(lastModifiedTime)}>
        {formatDate(lastModifiedTime)}
      </time>
    ) : (
      "–"
    ),
  sortValue: ({ lastModifiedTime }) => lastModifiedTime,
  align: "end",
  width: "116px",
};
