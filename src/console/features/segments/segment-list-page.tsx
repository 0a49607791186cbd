import type { Segment } from "#contract/segment.ts";
import { FormList } from "#console/editing/form/form-list.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { byColumn, changedColumn, Muted } from "#console/foundation/table/shared-columns.tsx";
import { sizeOf } from "./segment-words.ts";

const columns: Column<Segment>[] = [
  {
    id: "kind",
    header: "Said by",
    cell: ({ type }) => (type === "id_list" ? "A list of ids" : "Rules"),
    width: "140px",
    phone: "second-start",
  },
  { id: "size", header: "Size", align: "end", cell: sizeOf, width: "112px", phone: "end" },
  {
    id: "unit",
    header: "Unit",
    cell: ({ idType }) => <Muted>{idType ?? "userID"}</Muted>,
    width: "128px",
    className: "max-[879px]:hidden",
  },
  { ...byColumn, isSortable: false },
  { ...changedColumn, isSortable: false, phone: "second-end" },
];

export const SegmentListPage = () => (
  <FormList
    title="Segments"
    noun="segment"
    section="segments"
    resource="Segment"
    columns={columns}
    purpose="Name a set of users once, and ask for it in any rule."
  />
);
