// The actions on an experiment in the top bar and the command palette; the open dialog is kept in the address.
import { getRouteApi } from "@tanstack/react-router";
import { Ellipsis } from "lucide-react";
import { Suspense } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { actionLabel, pageActions, isDangerous, offeredActions, type PageAction } from "./action-words.ts";

const route = getRouteApi("/$company/experiments/$id");
const LifecycleDialog = lazyPart(
  "The dialog",
  async () => (await import("./lifecycle-dialog.tsx")).LifecycleDialog,
);

/** `now` is the time at which the experiment was read, ms. */
export function ExperimentActions({ experiment, now }: { experiment: Experiment; now: number }) {
  const search = route.useSearch();
  // Action names are checked here and not in the search schema, so that the first load does not need this code.
  const action = pageActions.find((one) => one === search.action);
  const setSearch = useSetSearch<{ action: PageAction | undefined }>({ resetScroll: false });
  const items = offeredActions(experiment, now).map((one) => ({
    label: actionLabel(one, experiment),
    danger: isDangerous(one),
    onSelect: () => setSearch({ action: one }),
  }));
  usePageActions(items.map((item) => ({ ...item, label: `${item.label}: ${experiment.name}` })));
  return (
    <>
      <PageButtons>
        <Menu
          trigger={<IconButton label="More actions" icon={Ellipsis} className="order-1" />}
          items={items}
        />
      </PageButtons>
      {action ? (
        <Suspense fallback={null}>
          <LifecycleDialog
            key={action}
            action={action}
            experiment={experiment}
            now={now}
            onClose={() => setSearch({ action: undefined })}
          />
        </Suspense>
      ) : null}
    </>
  );
}
