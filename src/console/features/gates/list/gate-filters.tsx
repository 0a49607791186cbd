import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListCounts } from "#contract/list-counts.ts";
import { query } from "#console/foundation/api/query.ts";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { ListViews } from "#console/foundation/table/list-views.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { gatePageOf } from "./gate-list-input.ts";
import { gateColumns, type GateListSearch, hiddenColumns } from "./gate-search.ts";
import { labelOf } from "#console/foundation/ui/wording.ts";
import { staleText } from "./gate-words.ts";

const route = getRouteApi("/$company/gates");

/** Lazily loaded when first opened, because the list is the entry page. */
const GateViews = lazyPart("The views", async () => (await import("./gate-views.tsx")).GateViews);

interface GateFiltersProps {
  counts: ListCounts;
  columns: readonly { id: string; header: string }[];
  /** Additional actions on the list. */
  children?: ReactNode;
}

export function GateFilters({ counts, columns, children }: GateFiltersProps) {
  const search = route.useSearch();
  const client = useQueryClient();
  const setSearch = useSetSearch<GateListSearch>();
  const staleReasons = countedValues(counts, "typeReason").filter(({ value }) => value.startsWith("STALE_"));
  const hidden = hiddenColumns(search);
  return (
    <ListFilters
      label="Filter the gates"
      search={search.search}
      readAhead={(typed) => {
        const page = gatePageOf({ ...search, search: typed, page: undefined });
        return client.prefetchQuery(query("listGates", page));
      }}
    >
      <ListChoice
        label="Status"
        name="status"
        values={countedValues(counts, "status")}
        chosen={search.status}
        labelOf={labelOf}
      />
      <ListChoice label="Tags" name="tags" values={countedValues(counts, "tags")} chosen={search.tags} />
      <ListChoice
        label="Stale"
        name="stale"
        values={staleReasons}
        chosen={search.stale}
        labelOf={staleText}
      />
      <span className="ml-auto" />
      {children}
      <ListViews dialog={GateViews} />
      <span className="max-tablet:hidden">
        <ChoiceFilter
          isAtEnd
          label="Columns"
          summary=""
          options={columns.slice(1).map(({ id, header }) => ({ value: id, label: header }))}
          chosen={gateColumns.filter((name) => !hidden.includes(name))}
          onChange={(names) =>
            setSearch({
              hidden: gateColumns.filter((name) => name !== "name" && !names.includes(name)),
              page: undefined,
            })
          }
        />
      </span>
    </ListFilters>
  );
}
