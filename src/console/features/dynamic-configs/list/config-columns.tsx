import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Column } from "#console/foundation/table/column.ts";
import {
  byColumn,
  changedColumn,
  EntityLink,
  Muted,
  tagsColumn,
  wrapsOnPhone,
} from "#console/foundation/table/shared-columns.tsx";
import { configState, switchTone } from "#console/foundation/ui/entity-state.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import type { ConfigColumn } from "./dynamic-config-list-search.ts";

export const configColumns: (Column<DynamicConfig> & { id: ConfigColumn })[] = [
  {
    id: "name",
    header: "Name",
    cell: (config) => (
      <EntityLink to="/$company/dynamic_configs/$id" id={config.id} name={config.name ?? config.id} />
    ),
    isSortable: true,
    width: "36%",
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "state",
    header: "Status",
    cell: (config) => <Status tone={switchTone(config)}>{configState(config)}</Status>,
    isSortable: true,
    width: "104px",
    phone: "end",
  },
  {
    id: "rules",
    header: "Rules",
    cell: ({ rules }) => <Muted>{rules.length}</Muted>,
    isSortable: true,
    align: "end",
    width: "72px",
  },
  { ...tagsColumn, phone: "second" },
  byColumn,
  changedColumn,
];
