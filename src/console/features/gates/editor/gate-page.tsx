import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { query } from "#console/foundation/api/query.ts";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import type { GateTab } from "#console/features/gates/list/gate-search.ts";
import { DependenciesSection } from "#console/features/gates/dependencies/dependencies.tsx";
import { GateEditor } from "./gate-editor.tsx";
import { useDependencies } from "#console/features/gates/dependencies/model/use-dependencies.ts";

const route = getRouteApi("/$company/gates/$id");

const labels: Record<GateTab, string> = {
  overview: "Overview",
  rules: "Rules",
  references: "Dependencies",
  trial: "Try a user",
  sides: "Back-test",
  settings: "Settings",
  history: "History",
};

const loading = (
  <>
    <LoadingHead label="Loading the gate" />
    <div className="h-22" />
    <SkeletonRows rows={6} label="Loading the rules" />
  </>
);

/** Suspends on nothing: React holds back for 0.3 s what comes after a fallback. */
function OpenGate({ id }: { id: string }) {
  const { tab = "overview", draft } = route.useSearch();
  const { data } = useQuery({
    ...query("readGate", { id }),
    throwOnError: (_, { state }) => state.data === undefined,
  });
  // Read beside the gate, for all parts of the page that show it.
  const dependents = useDependencies(id).dependencies?.dependents;
  const slot = useDraftSlot(`gates/${id}`, draft);
  if (!data || slot === undefined) return loading;
  const gate = data.data;
  const references = dependents?.edges.filter(({ to }) => to === dependents.start).length;
  const counts = { rules: gate.rules.length, references, history: gate.version ?? undefined };
  return (
    <GateEditor
      key={slot}
      gate={gate}
      slot={slot}
      tab={tab}
      tabs={<TabLinks labels={labels} current={tab} counts={counts} />}
      needs={<DependenciesSection gateID={id} />}
      references={<DependenciesSection gateID={id} hasRemovalPlan />}
    />
  );
}

export function GatePage() {
  const { id } = route.useParams();
  return <OpenGate key={id} id={id} />;
}
