// Once a page is drawn, the focus goes on in it, and the code of the page that it leads to is fetched while nobody waits for it.
import type { QueryClient } from "@tanstack/react-query";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import type { AnyRoute, AnyRouter } from "@tanstack/react-router";

/** Runs work once nothing is read any more: on a slow network the rows of a list come first. */
function whenRead(client: QueryClient, work: () => void) {
  if (client.isFetching() === 0) return whenIdle(work);
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) return;
    stop();
    whenIdle(work);
  });
  return undefined;
}

function preloadDetails(router: AnyRouter, client: QueryClient) {
  const list = router.state.matches.at(-1)?.fullPath;
  const details: AnyRoute | undefined = router.routesByPath[`${list}/$id`];
  whenRead(client, () => {
    if (details) void router.loadRouteChunk(details);
    // It tells of a failure, so it comes before one happens.
    void import("#console/app/shell/failed-page.tsx");
  });
}

/** For the page in view and each that is opened later. */
export function followNavigation(router: AnyRouter, client: QueryClient) {
  preloadDetails(router, client);
  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    preloadDetails(router, client);
    // A link that leads to another page goes away with the old one.
    if (fromLocation && pathChanged && document.activeElement === document.body)
      document.getElementById("content")?.focus({ preventScroll: true });
  });
}
