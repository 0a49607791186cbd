import { getRouteApi, Link } from "@tanstack/react-router";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { changedColumn } from "#console/foundation/table/changed-column.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import type { ConfigColumn } from "./dynamic-config-list-search.ts";
import { isArchived, nameOf } from "./find-configs.ts";

const route = getRouteApi("/$company/dynamic_configs");

function ConfigName({ config }: { config: DynamicConfig }) {
  const { company } = route.useParams();
  return (
    <>
      <Link
        to="/$company/dynamic_configs/$id"
        params={{ company, id: config.id }}
        className="font-medium hover:underline"
      >
        {nameOf(config)}
      </Link>
      <span className="ml-3 text-text-muted max-tablet:hidden">
        <Mono>{config.id}</Mono>
      </span>
    </>
  );
}

export const configColumns: (Column<DynamicConfig> & { id: ConfigColumn })[] = [
  {
    id: "name",
    header: "Name",
    cell: (config) => <ConfigName config={config} />,
    sortValue: nameOf,
    width: "36%",
    phone: "first",
  },
  {
    id: "state",
    header: "State",
    cell: (config) => {
      const { isEnabled } = config;
      return (
        <Status tone={isEnabled ? "live" : "off"}>
          {isArchived(config) ? "Archived" : isEnabled ? "On" : "Off"}
        </Status>
      );
    },
    sortValue: ({ isEnabled }) => Number(isEnabled),
    width: "104px",
    phone: "end",
  },
  {
    id: "rules",
    header: "Rules",
    cell: ({ rules }) => <span className="text-text-muted">{rules.length}</span>,
    sortValue: ({ rules }) => rules.length,
    align: "end",
    width: "72px",
  },
  {
    id: "tags",
    header: "Tags",
    cell: ({ tags }) => <span className="text-text-muted">{tags?.join(", ") || "–"}</span>,
    sortValue: ({ tags }) => tags?.join(", "),
    phone: "second",
  },
  {
    id: "by",
    header: "By",
    cell: ({ lastModifierName }) => <span className="text-text-muted">{lastModifierName ?? "–"}</span>,
    sortValue: ({ lastModifierName }) => lastModifierName,
    width: "136px",
  },
  changedColumn,
];
