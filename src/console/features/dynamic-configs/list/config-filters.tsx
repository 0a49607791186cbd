import { getRouteApi } from "@tanstack/react-router";
import type { ListCounts } from "#contract/list-counts.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { DynamicConfigListSearch } from "./dynamic-config-list-search.ts";

const route = getRouteApi("/$company/dynamic_configs");

export function ConfigFilters({ counts }: { counts: ListCounts }) {
  const search = route.useSearch();
  const setSearch = useSetSearch<DynamicConfigListSearch>();
  return (
    <ListFilters label="Filter the configs" search={search.search}>
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
