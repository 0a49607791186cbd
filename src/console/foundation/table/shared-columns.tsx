// The columns that every list of entities has.
import type { ReactNode } from "react";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatDate, formatFull } from "#console/foundation/ui/time-format.ts";
import type { Column } from "./column.ts";
import type { EntityPath } from "#console/foundation/ui/light-link.ts";
import { RowLink } from "./row-link.tsx";

export const Muted = ({ children }: { children: ReactNode }) => (
  <span className="text-text-muted">{children}</span>
);

/** Classes of a cell whose text is shown in full on a phone, where a row may have more lines. */
export const wrapsOnPhone = "max-tablet:whitespace-normal max-tablet:wrap-anywhere";

interface EntityLinkProps {
  to: EntityPath;
  id: string;
  name: string;
}

/** The name of an entity as a link to it, with its id. */
export function EntityLink({ to, id, name }: EntityLinkProps) {
  return (
    <>
      <RowLink to={to} id={id} name={name} className="font-medium hover:underline">
        {name}
      </RowLink>
      <span className="ml-3 text-text-muted max-tablet:hidden">
        <Mono>{id}</Mono>
      </span>
    </>
  );
}

export const tagsColumn: Column<{ tags?: readonly string[] | null | undefined }> & { id: "tags" } = {
  id: "tags",
  header: "Tags",
  cell: ({ tags }) => <Muted>{tags?.join(", ") || "–"}</Muted>,
  isSortable: true,
};

/** The user who made the last change. */
export const byColumn: Column<{ lastModifierName?: string | null | undefined }> & { id: "by" } = {
  id: "by",
  header: "By",
  cell: ({ lastModifierName }) => <Muted>{lastModifierName ?? "–"}</Muted>,
  isSortable: true,
  width: "152px",
  className: "max-[959px]:hidden",
};

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
  isSortable: true,
  align: "end",
  width: "116px",
};
