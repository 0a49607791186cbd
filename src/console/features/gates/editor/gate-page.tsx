import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Gate } from "#contract/gate.ts";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { query } from "#console/foundation/api/query.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import type { GateTab } from "#console/features/gates/list/gate-search.ts";
import { useDependencies } from "#console/features/gates/dependencies/model/use-dependencies.ts";

const route = getRouteApi("/$company/gates/$id");
const GateEditor = lazyPart("The gate", async () => (await import("./gate-editor.tsx")).GateEditor);
const DependenciesSection = lazyPart(
  "The references",
  async () => (await import("#console/features/gates/dependencies/dependencies.tsx")).DependenciesSection,
);

const labels: Record<GateTab, string> = {
  overview: "Overview",
  rules: "Rules",
  references: "References",
  trial: "Try a user",
  sides: "Back-test",
  settings: "Settings",
  history: "History",
};

function GateTabs({ gate, tab }: { gate: Gate; tab: GateTab }) {
  const dependents = useDependencies(gate.id).dependencies?.dependents;
  const references = dependents?.edges.filter(({ to }) => to === dependents.start).length;
  const counts = { rules: gate.rules.length, references, history: gate.version ?? undefined };
  return <TabLinks labels={labels} current={tab} counts={counts} />;
}

const loading = (
  <>
    <SkeletonBlock className="mt-5 h-8 w-72" label="Loading the gate" />
    <div className="h-22" />
    <SkeletonRows rows={6} label="Loading the rules" />
  </>
);

const GateReferences = (props: { gateID: string; hasRemovalPlan?: boolean }) => (
  <Suspense fallback={<SkeletonRows rows={5} label="Loading the references" />}>
    <DependenciesSection {...props} />
  </Suspense>
);

function LoadedGate() {
  const { id } = route.useParams();
  const { tab = "overview", draft } = route.useSearch();
  const gate = useSuspenseQuery(query("readGate", { id })).data.data;
  const slot = useDraftSlot(`gates/${id}`, draft);
  if (slot === undefined) return loading;
  return (
    <GateEditor
      key={slot}
      gate={gate}
      slot={slot}
      tab={tab}
      tabs={<GateTabs gate={gate} tab={tab} />}
      needs={<GateReferences gateID={id} />}
      references={<GateReferences gateID={id} hasRemovalPlan />}
    />
  );
}

export function GatePage() {
  const { id } = route.useParams();
  return (
    <Suspense fallback={loading}>
      <LoadedGate key={id} />
    </Suspense>
  );
}
