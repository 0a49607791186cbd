import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { queryAll } from "#console/foundation/api/query.ts";
import { NewEntityButton } from "#console/editing/create/new-entity-button.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { ListHead, ListPage } from "#console/foundation/table/list-page.tsx";
import { ListedTable } from "#console/foundation/table/listed-table.tsx";
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
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  return (
    <>
      <ListHead
        title="Dynamic configs"
        noun="config"
        total={configs.length}
        archived={configs.filter(isArchived).length}
      />
      <NewEntityButton label="New config" action="Create a dynamic config">
        {(close) => <NewConfig onClose={close} />}
      </NewEntityButton>
      <DraftList section="dynamic_configs" />
      <ConfigFilters configs={configs} />
      <ListedTable
        caption="Dynamic configs"
        noun="config"
        rows={sortRows(
          configs.filter((config) => fits(config, search)),
          configColumns,
          sortOf(search),
        )}
        hasAny={configs.length > 0}
        columns={configColumns}
        search={search}
        onOpen={({ id }) => void navigate({ to: "/$company/dynamic_configs/$id", params: { company, id } })}
      />
    </>
  );
}

export const DynamicConfigListPage = () => (
  <ListPage title="Dynamic configs">
    <ConfigTable />
  </ListPage>
);
