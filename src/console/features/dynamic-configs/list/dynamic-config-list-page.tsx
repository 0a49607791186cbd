import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { queryPage } from "#console/foundation/api/query.ts";
import { NewEntityButton } from "#console/editing/create/new-entity-button.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { useListedPage } from "#console/foundation/table/listed-page.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { configColumnsOf } from "./config-columns.tsx";
import { ConfigFilters } from "./config-filters.tsx";
import { configPageOf } from "./config-list-input.ts";

const route = getRouteApi("/$company/dynamic_configs");
const NewConfig = lazyPart(
  "The form for a new config",
  async () => (await import("./new-config.tsx")).NewConfig,
);

export function DynamicConfigListPage() {
  const search = route.useSearch();
  const listed = useListedPage(queryPage("listDynamicConfigs", configPageOf(search)));
  const { names } = listed.counts;
  const columns = useMemo(() => {
    const known = new Map(names.map(({ id, name }) => [id, name]));
    return configColumnsOf((id) => known.get(id));
  }, [names]);
  return (
    <EntityList
      {...listed}
      title="Dynamic configs"
      noun="config"
      to="/$company/dynamic_configs/$id"
      columns={columns}
      search={search}
    >
      <NewEntityButton label="New config">{(close) => <NewConfig onClose={close} />}</NewEntityButton>
      <DraftList section="dynamic_configs" />
      <ConfigFilters counts={listed.counts} />
    </EntityList>
  );
}
