import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Gate } from "#contract/gate.ts";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { queryAll } from "#console/foundation/api/query.ts";
import { EditorSkeleton } from "#console/foundation/code-editor/code-editor.tsx";
import { ConfigEditor } from "./config-editor.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabCount, tabClass, Tabs } from "#console/foundation/ui/tabs.tsx";
import { ConfigMenu } from "./config-menu.tsx";
import { configQuery } from "#console/features/dynamic-configs/list/config-query.ts";
import { configTabs, type ConfigTab } from "./dynamic-config-search.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

const labels: Record<ConfigTab, string> = {
  rules: "Rules",
  default: "Default value",
  schema: "Schema",
  trial: "Try it",
  history: "History",
};

function ConfigTabs({ rules, tab }: { rules: number; tab: ConfigTab }) {
  return (
    <Tabs label="Parts">
      {configTabs.map((name) => (
        <Link
          key={name}
          from="/$company/dynamic_configs/$id"
          to="/$company/dynamic_configs/$id"
          search={(before) => ({ ...before, tab: name === "rules" ? undefined : name })}
          replace
          className={tabClass}
          activeOptions={{ exact: true }}
          aria-current={name === tab ? "page" : undefined}
        >
          {labels[name]}
          {name === "rules" ? <TabCount>{rules}</TabCount> : null}
        </Link>
      ))}
    </Tabs>
  );
}

const loading = (
  <>
    <SkeletonBlock className="mt-5 h-14 w-1/2" label="Loading the config" />
    <div className="grid gap-6 pt-12 tablet:grid-cols-[288px_minmax(0,1fr)]">
      <SkeletonRows rows={8} label="Loading the rules" />
      <EditorSkeleton label="Loading the values" />
    </div>
  </>
);

const noGates: readonly Gate[] = [];

/** Suspends on nothing: React holds back for 0.3 s what comes after a fallback. */
function OpenConfig({ id }: { id: string }) {
  const { tab = "rules", draft } = route.useSearch();
  const { data } = useQuery({ ...configQuery(id), throwOnError: (_, { state }) => state.data === undefined });
  const gates = useQuery(queryAll("listGates", { includeArchived: true })).data ?? noGates;
  const slot = useDraftSlot(`dynamic_configs/${id}`, draft);
  if (!data || slot === undefined) return loading;
  const { config, known } = data;
  return (
    <>
      <ConfigMenu config={config} />
      <ConfigEditor
        key={slot}
        config={config}
        known={known}
        gates={gates}
        slot={slot}
        tab={tab}
        tabs={(rules) => <ConfigTabs rules={rules} tab={tab} />}
      />
    </>
  );
}

export function DynamicConfigPage() {
  const { id } = route.useParams();
  return <OpenConfig key={id} id={id} />;
}
