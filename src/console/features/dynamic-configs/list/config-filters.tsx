import { getRouteApi } from "@tanstack/react-router";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { DynamicConfigListSearch } from "./dynamic-config-list-search.ts";
import { isArchived } from "./find-configs.ts";

const route = getRouteApi("/$company/dynamic_configs");

export function ConfigFilters({ configs }: { configs: readonly DynamicConfig[] }) {
  const search = route.useSearch();
  const setSearch = useSetSearch<DynamicConfigListSearch>();
  return (
    <ListFilters label="Filter the configs" search={search.search}>
      <ListChoice
        label="Tags"
        name="tags"
        values={configs.flatMap(({ tags }) => tags ?? [])}
        chosen={search.tags}
      />
      {configs.some(isArchived) ? (
        <Checkbox
          label="Archived too"
          checked={search.archived ?? false}
          onChange={(checked) => setSearch({ archived: checked || undefined, page: undefined })}
        />
      ) : null}
    </ListFilters>
  );
}
