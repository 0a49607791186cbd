import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { useSaveRefusal } from "#console/api/current-key.ts";
import { queryAll } from "#console/api/query.ts";
import { DraftList } from "#console/entity/draft-list.tsx";
import { Checkbox } from "#console/forms/checkbox.tsx";
import { SearchField } from "#console/forms/search-field.tsx";
import { changedColumn } from "#console/table/changed-column.tsx";
import { ChoiceFilter } from "#console/table/choice-filter.tsx";
import { ListedTable } from "#console/table/listed-table.tsx";
import { sortOf } from "#console/table/listing-search.ts";
import { sortRows } from "#console/table/sort-rows.ts";
import type { Column } from "#console/table/table.tsx";
import { Button } from "#console/ui/button.tsx";
import { Mono } from "#console/ui/mono.tsx";
import { PageButtons, usePageActions } from "#console/ui/page-actions.tsx";
import { PageHead } from "#console/ui/page-head.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";
import { Status } from "#console/ui/status.tsx";
import { NewConfig } from "./new-config.tsx";
import type { ConfigColumn, DynamicConfigListSearch } from "./dynamic-config-list-search.ts";

const route = getRouteApi("/$company/dynamic_configs");
const count = new Intl.NumberFormat();
const nameOf = ({ name, id }: DynamicConfig) => name ?? id;
const isArchived = ({ status }: DynamicConfig) => status === "Archived";

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

const columns: (Column<DynamicConfig> & { id: ConfigColumn })[] = [
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

function fits(
  config: DynamicConfig,
  { search = "", tags = [], archived = false }: DynamicConfigListSearch,
): boolean {
  const wanted = search.trim().toLowerCase();
  const isNamed = nameOf(config).toLowerCase().includes(wanted) || config.id.toLowerCase().includes(wanted);
  return isNamed && (archived || !isArchived(config)) && tags.every((tag) => config.tags?.includes(tag));
}

function Filters({ configs }: { configs: readonly DynamicConfig[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<DynamicConfigListSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true });
  const tags = [...new Set(configs.flatMap((config) => config.tags ?? []))].sort();
  return (
    <div role="search" aria-label="Filter the configs" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        label="Filter by name or id"
        value={search.search ?? ""}
        onChange={(text) => set({ search: text || undefined })}
      />
      <ChoiceFilter
        label="Tags"
        options={tags.map((tag) => ({ value: tag, label: tag }))}
        chosen={search.tags ?? []}
        onChange={(chosen) => set({ tags: chosen.length ? chosen : undefined })}
      />
      {configs.some(isArchived) ? (
        <Checkbox
          label="Archived too"
          checked={search.archived ?? false}
          onChange={(checked) => set({ archived: checked || undefined })}
        />
      ) : null}
    </div>
  );
}

function ConfigTable() {
  const { data: configs } = useSuspenseQuery(queryAll("listDynamicConfigs", { includeArchived: true }));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  const found = configs.filter((config) => fits(config, search));
  const current = configs.filter((config) => !isArchived(config));
  const [isCreating, setIsCreating] = useState(false);
  const refusal = useSaveRefusal();
  usePageActions([
    { label: "Create a dynamic config", onSelect: () => setIsCreating(true), disabledReason: refusal },
  ]);
  return (
    <>
      <PageHead
        title="Dynamic configs"
        state={
          <span className="figures text-text-muted max-tablet:hidden">
            {count.format(current.length)} configs
          </span>
        }
      />
      <PageButtons>
        <Button
          variant="primary"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={refusal}
          onClick={() => setIsCreating(true)}
        >
          New config
        </Button>
      </PageButtons>
      {isCreating ? <NewConfig onClose={() => setIsCreating(false)} /> : null}
      <DraftList section="dynamic_configs" />
      <Filters configs={configs} />
      <ListedTable
        caption="Dynamic configs"
        rows={sortRows(found, columns, sortOf(search))}
        columns={columns}
        search={search}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
        onOpen={({ id }) => void navigate({ to: "/$company/dynamic_configs/$id", params: { company, id } })}
        noneFit={configs.length ? "No config fits these filters." : "There are no dynamic configs yet."}
        onClear={configs.length ? () => void navigate({ search: {} }) : undefined}
        noneOnPage="There are no configs on this page."
      />
    </>
  );
}

export const DynamicConfigListPage = () => (
  <Suspense
    fallback={
      <>
        <PageHead title="Dynamic configs" />
        <div className="h-11" />
        <SkeletonRows rows={12} label="Loading the dynamic configs" />
      </>
    }
  >
    <ConfigTable />
  </Suspense>
);
