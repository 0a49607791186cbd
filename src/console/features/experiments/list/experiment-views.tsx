import { getRouteApi } from "@tanstack/react-router";
import { ViewsDialog } from "#console/foundation/table/views-dialog.tsx";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { ExperimentListSearch } from "./experiment-list-search.ts";

const route = getRouteApi("/$company/experiments");

const usualViews = [
  { name: "Everything in use", search: {} },
  { name: "Needs a decision", search: { band: ["decide"] } },
  { name: "Fails its checks", search: { band: ["fix"] } },
  { name: experimentState("active"), search: { band: ["running"] } },
  { name: "Planned", search: { band: ["planning"] } },
  { name: experimentState("decision_made"), search: { band: ["decided"] } },
  { name: "Guardrail worse", search: { guardrail: ["worse"] } },
  { name: "Archived", search: { status: ["archived"] } },
];

export function ExperimentViews({ onClose }: { onClose: () => void }) {
  const { page: _page, ...current } = route.useSearch();
  return (
    <ViewsDialog
      list="experiments"
      schema={ExperimentListSearch}
      usual={usualViews}
      current={current}
      onClose={onClose}
    />
  );
}
