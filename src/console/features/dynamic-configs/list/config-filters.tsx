import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { query } from "#console/foundation/api/query.ts";
import type { ListCounts } from "#contract/list-counts.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { configPageOf } from "./config-list-input.ts";
import type { DynamicConfigListSearch } from "./dynamic-config-list-search.ts";

const route = getRouteApi("/$company/dynamic_configs");

export function ConfigFilters({ counts }: { counts: ListCounts }) {
  const search = route.useSearch();
  const client = useQueryClient();
  const setSearch = useSetSearch<DynamicConfigListSearch>();
  return (
    <ListFilters
      label="Filter the configs"
      search={search.search}
      readAhead={(typed) => {
        const page = configPageOf({ ...search, search: typed, page: undefined });
        return client.prefetchQuery(query("listDynamicConfigs", page));
      }}
    >
      <ListChoice label="Tags" name="tags" values={countedValues(counts, "tags")} chosen={search.tags} />
      {counts.archived > 0 ? (
        <Checkbox
          label="Archived too"
          checked={search.archived ?? false}
          onChange={(checked) => setSearch({ archived: checked || undefined, page: undefined })}
        />
      ) : null}
    </ListFilters>
  );
}
