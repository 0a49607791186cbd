import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { queryAll } from "#console/foundation/api/query.ts";
import { NewEntityButton } from "#console/editing/create/new-entity-button.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { ListPage } from "#console/foundation/table/list-page.tsx";
import { sortOf } from "#console/foundation/table/listing-search.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { configColumns } from "./config-columns.tsx";
import { ConfigFilters } from "./config-filters.tsx";
import { fits, isArchived } from "./find-configs.ts";
import { NewConfig } from "./new-config.tsx";

const route = getRouteApi("/$company/dynamic_configs");

function ConfigTable() {
  const { data: configs } = useSuspenseQuery(queryAll("listDynamicConfigs", { includeArchived: true }));
  const search = route.useSearch();
  const found = configs.filter((config) => fits(config, search));
  return (
    <EntityList
      title="Dynamic configs"
      noun="config"
      to="/$company/dynamic_configs/$id"
      all={configs}
      isArchived={isArchived}
      rows={sortRows(found, configColumns, sortOf(search))}
      columns={configColumns}
      search={search}
    >
      <NewEntityButton label="New config">{(close) => <NewConfig onClose={close} />}</NewEntityButton>
      <DraftList section="dynamic_configs" />
      <ConfigFilters configs={configs} />
    </EntityList>
  );
}

export const DynamicConfigListPage = () => (
  <ListPage title="Dynamic configs">
    <ConfigTable />
  </ListPage>
);
