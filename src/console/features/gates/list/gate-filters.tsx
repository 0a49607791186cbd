import { getRouteApi } from "@tanstack/react-router";
import { useMemo, type ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import { choicesIn } from "./find-gates.ts";
import { gateColumns, hiddenColumns, type GateListSearch } from "./gate-search.ts";
import { GateViews } from "./gate-views.tsx";
import { staleText, statusText } from "./gate-words.ts";

const route = getRouteApi("/$company/gates");

const optionsOf = (values: readonly string[], label = (value: string) => value) =>
  values.map((value) => ({ value, label: label(value) }));

interface GateFiltersProps {
  gates: readonly Gate[];
  columns: readonly { id: string; header: string }[];
  /** What else can be done with the list. */
  children?: ReactNode;
}

export function GateFilters({ gates, columns, children }: GateFiltersProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choices = useMemo(() => choicesIn(gates), [gates]);
  const set = (part: Partial<GateListSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true });
  const filter = (label: string, part: "status" | "tags" | "stale", words?: (value: string) => string) => (
    <ChoiceFilter
      label={label}
      options={optionsOf(choices[part], words)}
      chosen={search[part] ?? []}
      onChange={(chosen) => set({ [part]: chosen.length ? chosen : undefined })}
    />
  );
  const hidden = hiddenColumns(search);
  return (
    <div role="search" aria-label="Filter the gates" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        label="Filter by name or id"
        value={search.search ?? ""}
        onChange={(text) => set({ search: text || undefined })}
      />
      {filter("Status", "status", statusText)}
      {filter("Tags", "tags")}
      {choices.stale.length > 0 || search.stale?.length ? filter("Stale", "stale", staleText) : null}
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
            set({ hidden: gateColumns.filter((name) => name !== "name" && !names.includes(name)) })
          }
        />
      </span>
    </div>
  );
}
