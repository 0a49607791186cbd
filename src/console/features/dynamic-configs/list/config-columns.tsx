import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
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
import { formatCount } from "#console/foundation/ui/wording.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import { rulesText, whoGets } from "./config-words.ts";
import type { ConfigColumn } from "./dynamic-config-list-search.ts";

/** Names of the gates that the rules refer to; changes to them affect who gets which value. */
const gatesOf = ({ rules }: DynamicConfig, nameOf: NameOf) =>
  gateIDsIn(rules)
    .map((id) => nameOf(id) ?? id)
    .join(", ");

export const configColumnsOf = (nameOf: NameOf): (Column<DynamicConfig> & { id: ConfigColumn })[] => [
  {
    id: "name",
    header: "Name",
    cell: (config) => (
      <EntityLink to="/$company/dynamic_configs/$id" id={config.id} name={config.name ?? config.id} />
    ),
    isSortable: true,
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
    id: "who",
    header: "Who gets what",
    cell: (config) => (
      <span className="text-text-muted" title={whoGets(config, nameOf)}>
        {whoGets(config, nameOf)}
      </span>
    ),
    width: "clamp(232px, 24vw, 560px)",
    phone: "second",
    className: wrapsOnPhone,
  },
  {
    id: "rules",
    header: "Rules",
    cell: (config) => <Muted>{rulesText(config)}</Muted>,
    isSortable: true,
    width: "104px",
    className: "max-[959px]:hidden",
  },
  {
    id: "gates",
    header: "Depends on",
    cell: (config) => <Muted>{gatesOf(config, nameOf) || "–"}</Muted>,
    width: "148px",
    className: "max-[1279px]:hidden",
  },
  {
    id: "checks",
    header: "Checks/hour",
    cell: ({ checksPerHour }) => (
      <Muted>{checksPerHour === undefined ? "–" : formatCount(checksPerHour)}</Muted>
    ),
    align: "end",
    width: "104px",
    className: "max-[1439px]:hidden",
  },
  { ...tagsColumn, width: "128px", className: "max-[1799px]:hidden" },
  { ...byColumn, width: "136px", className: "max-[1599px]:hidden" },
  changedColumn,
];
