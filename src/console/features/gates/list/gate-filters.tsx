import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { gateState } from "#contract/gate.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { gateColumns, hiddenColumns, type GateListSearch } from "./gate-search.ts";
import { labelOf } from "#console/foundation/ui/wording.ts";
import { GateViews } from "./gate-views.tsx";
import { staleText } from "./gate-words.ts";

const route = getRouteApi("/$company/gates");

interface GateFiltersProps {
  gates: readonly Gate[];
  columns: readonly { id: string; header: string }[];
  /** Further actions on the list. */
  children?: ReactNode;
}

export function GateFilters({ gates, columns, children }: GateFiltersProps) {
  const search = route.useSearch();
  const setSearch = useSetSearch<GateListSearch>();
  const staleReasons = gates.flatMap(({ typeReason }) =>
    typeReason?.startsWith("STALE_") ? [typeReason] : [],
  );
  const hidden = hiddenColumns(search);
  return (
    <ListFilters label="Filter the gates" search={search.search}>
      <ListChoice
        label="Status"
        name="status"
        values={gates.map(gateState)}
        chosen={search.status}
        labelOf={labelOf}
      />
      <ListChoice
        label="Tags"
        name="tags"
        values={gates.flatMap(({ tags }) => tags ?? [])}
        chosen={search.tags}
      />
      {staleReasons.length > 0 || search.stale?.length ? (
        <ListChoice
          label="Stale"
          name="stale"
          values={staleReasons}
          chosen={search.stale}
          labelOf={staleText}
        />
      ) : null}
      <span className="ml-auto" />
      {children}
      <GateViews />
      <span className="max-tablet:hidden">
        <ChoiceFilter
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
