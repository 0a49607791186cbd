import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { EditorSkeleton } from "#console/foundation/code-editor/code-editor.tsx";
import { ConfigEditor } from "./config-editor.tsx";
import { LoadingHead } from "#console/foundation/ui/loading-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import { configQuery } from "#console/features/dynamic-configs/list/config-query.ts";
import type { ConfigTab } from "./dynamic-config-search.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

const labels: Record<ConfigTab, string> = {
  rules: "Rules",
  default: "Default value",
  schema: "Schema",
  trial: "Try it",
  settings: "Settings",
  history: "History",
};

const loading = (
  <>
    <LoadingHead label="Loading the config" />
    <div className="grid gap-6 pt-12 tablet:grid-cols-[288px_minmax(0,1fr)]">
      <SkeletonRows rows={8} label="Loading the rules" />
      <EditorSkeleton label="Loading the values" />
    </div>
  </>
);

/** Suspends on nothing: React holds back for 0.3 s what comes after a fallback. */
function OpenConfig({ id }: { id: string }) {
  const { tab = "rules", draft } = route.useSearch();
  const { data } = useQuery({ ...configQuery(id), throwOnError: (_, { state }) => state.data === undefined });
  const slot = useDraftSlot(`dynamic_configs/${id}`, draft);
  if (!data || slot === undefined) return loading;
  const { config, known } = data;
  return (
    <ConfigEditor
      key={slot}
      config={config}
      known={known}
      slot={slot}
      tab={tab}
      tabs={(rules) => (
        <TabLinks labels={labels} current={tab} counts={{ rules, history: config.version ?? undefined }} />
      )}
    />
  );
}

export function DynamicConfigPage() {
  const { id } = route.useParams();
  return <OpenConfig key={id} id={id} />;
}
