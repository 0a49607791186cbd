import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import { LoadingHead, Outline } from "#console/foundation/ui/loading-head.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import type { GateTab } from "#console/features/gates/list/gate-search.ts";
import { DependenciesSection } from "#console/features/gates/dependencies/dependencies.tsx";
import { GateEditor } from "./gate-editor.tsx";

const route = getRouteApi("/$company/gates/$id");

const labels: Record<GateTab, string> = {
  overview: "Overview",
  checks: "Checks",
  trial: "Test a user",
  sides: "Back-test",
  settings: "Settings",
  history: "History",
};

const noRows = { rows: undefined, rowKey: () => "" };
const place = { cell: () => null };

/** The skeleton of the page: its real headings and labels, with placeholders for the data. */
const outlineOf = (tab: GateTab) => (
  <>
    <LoadingHead label="Loading the gate">
      <SkeletonBlock className="mt-2 mb-4 h-3 w-1/3" label="Loading what it is for" />
      <SkeletonBlock className="h-7 max-w-5xl" label="Loading who passes" />
    </LoadingHead>
    <Outline>
      <TabLinks labels={labels} current={tab} counts={{ history: undefined }} />
      {tab === "overview" ? (
        <>
          <SectionHead title="Rules" note="The first rule that fits a user decides." />
          <Table
            {...noRows}
            caption="Rules"
            awaited={3}
            columns={[
              { ...place, id: "rule", header: "Rule", width: "30%", phone: "first" },
              { ...place, id: "who", header: "Who", phone: "second" },
              { ...place, id: "environments", header: "Environments", width: "172px" },
              { ...place, id: "rollout", header: "Rollout", width: "112px", align: "end", phone: "end" },
            ]}
          />
          <div className="h-19" />
          <SectionHead title="Dependencies" />
          <SkeletonBlock className="h-52" label="Loading the dependencies" />
        </>
      ) : (
        <SkeletonRows rows={6} label="Loading the gate" />
      )}
    </Outline>
  </>
);

/** Does not suspend, because React throttles the content that replaces a Suspense fallback by 0.3 s. */
function OpenGate({ id }: { id: string }) {
  const { tab: asked = "overview", draft } = route.useSearch();
  const tab = asked === "rules" || asked === "references" ? "overview" : asked;
  const { data } = useQuery({
    ...query("readGate", { id }),
    throwOnError: isFirstFailure,
  });
  const slot = useDraftSlot(`gates/${id}`, draft);
  if (!data || slot === undefined) return outlineOf(tab);
  const gate = data.data;
  return (
    <GateEditor
      key={slot}
      gate={gate}
      slot={slot}
      tab={tab}
      tabs={<TabLinks labels={labels} current={tab} counts={{ history: gate.version ?? undefined }} />}
      dependencies={<DependenciesSection gateID={id} isAsked={asked === "references"} />}
    />
  );
}

export function GatePage() {
  const { id } = route.useParams();
  return <OpenGate key={id} id={id} />;
}
