// Fetches the code of the page that a list leads to while nobody waits for it.
import { whenIdle } from "#console/foundation/ui/when-idle.ts";
import type { AnyRoute, AnyRouter } from "@tanstack/react-router";

export function preloadDetails(router: AnyRouter) {
  router.subscribe("onRendered", () => {
    const list = router.state.matches.at(-1)?.fullPath;
    const details: AnyRoute | undefined = router.routesByPath[`${list}/$id`];
    if (details) whenIdle(() => void router.loadRouteChunk(details));
  });
}
