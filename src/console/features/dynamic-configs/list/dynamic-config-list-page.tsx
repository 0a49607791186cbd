import { getRouteApi } from "@tanstack/react-router";
import { queryPage } from "#console/foundation/api/query.ts";
import { NewEntityButton } from "#console/editing/create/new-entity-button.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { ListSkeleton } from "#console/foundation/table/list-page.tsx";
import { useListedPage } from "#console/foundation/table/listed-page.tsx";
import { configColumns } from "./config-columns.tsx";
import { ConfigFilters } from "./config-filters.tsx";
import { configPageOf } from "./config-list-input.ts";
import { NewConfig } from "./new-config.tsx";

const route = getRouteApi("/$company/dynamic_configs");

export function DynamicConfigListPage() {
  const search = route.useSearch();
  const listed = useListedPage(queryPage("listDynamicConfigs", configPageOf(search)));
  if (!listed) return <ListSkeleton title="Dynamic configs" />;
  return (
    <EntityList
      {...listed}
      title="Dynamic configs"
      noun="config"
      to="/$company/dynamic_configs/$id"
      columns={configColumns}
      search={search}
    >
      <NewEntityButton label="New config">{(close) => <NewConfig onClose={close} />}</NewEntityButton>
      <DraftList section="dynamic_configs" />
      <ConfigFilters counts={listed.counts} />
    </EntityList>
  );
}
