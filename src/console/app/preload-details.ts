// Preloads code when the browser is idle: that of the page that the current one leads to, that of the error page, and then that
// of the sections in the rail, one after the other.
import type { QueryClient } from "@tanstack/react-query";
import { idle, whenIdle } from "#console/foundation/ui/when-idle.ts";
import type { AnyRoute, AnyRouter } from "@tanstack/react-router";
import { addressOf, sections, subjects } from "./navigation/sections.ts";

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

/** True if the browser asks to save data, or the network is slow. */
function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType ?? "4g") !== "4g";
}

/** Loads the code of the rail's sections, each in an idle time of its own, so that no key waits for all of them. */
async function preloadSections(router: AnyRouter) {
  for (const section of sections.slice(0, subjects)) {
    await idle();
    if (isSlow()) return;
    await router.loadRouteChunk(router.routesByPath[addressOf(section)]);
  }
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
  // If this fails, pages load their code when they are opened.
  whenRead(client, () => void preloadSections(router).catch(() => undefined));
  router.subscribe("onRendered", preload);
}
