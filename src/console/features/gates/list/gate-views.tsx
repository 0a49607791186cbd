import { getRouteApi } from "@tanstack/react-router";
import type { View } from "#console/foundation/table/saved-views.ts";
import { ViewsDialog } from "#console/foundation/table/views-dialog.tsx";
import { GateListSearch } from "./gate-search.ts";

const route = getRouteApi("/$company/gates");

const usualViews: readonly View<GateListSearch>[] = [
  { name: "Everything in use", search: {} },
  { name: "Most checked first", search: { sort: "checks", order: "descending" } },
  { name: "Changed last first", search: { sort: "changed", order: "descending" } },
  { name: "Archived", search: { status: ["Archived"] } },
];

export function GateViews({ onClose }: { onClose: () => void }) {
  const { page: _page, ...current } = route.useSearch();
  return (
    <ViewsDialog
      list="gates"
      schema={GateListSearch}
      usual={usualViews}
      current={current}
      onClose={onClose}
    />
  );
}
