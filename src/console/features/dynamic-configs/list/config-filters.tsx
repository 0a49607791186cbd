import { getRouteApi } from "@tanstack/react-router";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import type { DynamicConfigListSearch } from "./dynamic-config-list-search.ts";
import { isArchived } from "./find-configs.ts";

const route = getRouteApi("/$company/dynamic_configs");

export function ConfigFilters({ configs }: { configs: readonly DynamicConfig[] }) {
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
