// Preloads code when the browser is idle: that of the page that the current one leads to, and that of the error page.
import type { QueryClient } from "@tanstack/react-query";
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import type { AnyRoute, AnyRouter } from "@tanstack/react-router";

/** Runs work once no query is fetching: on a slow network the rows of a list come first. */
function whenRead(client: QueryClient, work: () => void) {
  if (client.isFetching() === 0) return whenIdle(work);
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) return;
    stop();
    whenIdle(work);
  });
  return undefined;
}

/** Preloads for the current page and for each page opened later. */
export function preloadDetails(router: AnyRouter, client: QueryClient) {
  const preload = () => {
    const list = router.state.matches.at(-1)?.fullPath;
    const details: AnyRoute | undefined = router.routesByPath[`${list}/$id`];
    whenRead(client, () => {
      if (details) void router.loadRouteChunk(details);
      void import("#console/app/shell/failed-page.tsx");
    });
  };
  preload();
  router.subscribe("onRendered", preload);
}
