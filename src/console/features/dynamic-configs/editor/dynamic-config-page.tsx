import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useDraftSlot } from "#console/foundation/api/draft-slot.ts";
import { ConfigEditor } from "./config-editor.tsx";
import { LoadingHead, Outline } from "#console/foundation/ui/loading-head.tsx";
import { SkeletonBlock, SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import { configQuery } from "#console/features/dynamic-configs/list/config-query.ts";
import { MatrixOutline } from "#console/features/dynamic-configs/editor/matrix/matrix-outline.tsx";
import { isFirstFailure } from "#console/foundation/api/query.ts";
import type { ConfigTab } from "./dynamic-config-search.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");

const labels: Record<Exclude<ConfigTab, "default">, string> = {
  rules: "Who gets what",
  checks: "Checks",
  trial: "Test a user",
  schema: "Schema",
  settings: "Settings",
  history: "History",
};

/** The skeleton of the page: its real headings and labels, with placeholders for the data. */
const outlineOf = (tab: Exclude<ConfigTab, "default">) => (
  <>
    <LoadingHead label="Loading the config">
      <SkeletonBlock className="mt-2 mb-1 h-3 w-1/3" label="Loading what it is for" />
    </LoadingHead>
    <Outline>
      <TabLinks labels={labels} current={tab} counts={{ rules: undefined, history: undefined }} />
      {tab === "rules" ? (
        <>
          <div className="h-10" />
          <MatrixOutline />
          <div className="grid gap-x-8 gap-y-5 pt-10 desk:grid-cols-[minmax(0,1fr)_minmax(0,520px)]">
            <SkeletonBlock className="h-60" label="Loading the values" />
            <SkeletonBlock className="h-60" label="Loading the rule" />
          </div>
        </>
      ) : (
        <SkeletonRows rows={8} label="Loading the config" />
      )}
    </Outline>
  </>
);

/** Does not suspend, because React throttles the content that replaces a Suspense fallback by 0.3 s. */
function OpenConfig({ id }: { id: string }) {
  const { tab: asked = "rules", draft } = route.useSearch();
  const tab = asked === "default" ? "rules" : asked;
  const { data } = useQuery({ ...configQuery(id), throwOnError: isFirstFailure });
  const slot = useDraftSlot(`dynamic_configs/${id}`, draft);
  if (!data || slot === undefined) return outlineOf(tab);
  const { config, known } = data;
  return (
    <ConfigEditor
      key={slot}
      config={config}
      known={known}
      slot={slot}
      tab={asked}
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
