// Every address of the console and the page that answers it; pages are loaded when first opened. No logic belongs here.
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  redirect,
  type RouterHistory,
} from "@tanstack/react-router";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { DynamicConfigListSearch } from "#console/features/dynamic-configs/list/dynamic-config-list-search.ts";
import { DynamicConfigSearch } from "#console/features/dynamic-configs/editor/dynamic-config-search.ts";
import { EventListSearch, EventSearch } from "#console/features/events/event-searches.ts";
import { EntityPropertiesSearch } from "#console/features/experiments/pages/entity-properties-search.ts";
import { ExperimentListSearch } from "#console/features/experiments/pages/experiment-list-search.ts";
import { ExperimentSearch } from "#console/features/experiments/pages/experiment-search.ts";
import { GateListSearch, GateSearch } from "#console/features/gates/list/gate-search.ts";
import { ErrorPage } from "#console/app/shell/error-page.tsx";
import { Frame } from "#console/app/shell/frame.tsx";
import { PendingPage } from "#console/app/shell/pending-page.tsx";
import { WarehouseSearch } from "#console/features/warehouse/warehouse-search.ts";

/** Goes on to the gates of the company that the key belongs to. */
function Start() {
  const key = useCurrentKey();
  return key ? <Navigate to="/$company/gates" params={{ company: key.companyID }} replace /> : null;
}

const root = createRootRoute({ component: Frame });
const start = createRoute({ getParentRoute: () => root, path: "/", component: Start });
const company = createRoute({
  getParentRoute: () => root,
  path: "/$company",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/$company/gates", params, replace: true });
  },
});

const gateList = createRoute({
  getParentRoute: () => root,
  path: "/$company/gates",
  validateSearch: GateListSearch,
  component: lazyRouteComponent(
    () => import("#console/features/gates/list/gate-list-page.tsx"),
    "GateListPage",
  ),
});
const gate = createRoute({
  getParentRoute: () => root,
  path: "/$company/gates/$id",
  validateSearch: GateSearch,
  component: lazyRouteComponent(() => import("#console/features/gates/editor/gate-page.tsx"), "GatePage"),
});
const dynamicConfigList = createRoute({
  getParentRoute: () => root,
  path: "/$company/dynamic_configs",
  validateSearch: DynamicConfigListSearch,
  component: lazyRouteComponent(
    () => import("#console/features/dynamic-configs/list/dynamic-config-list-page.tsx"),
    "DynamicConfigListPage",
  ),
});
const dynamicConfig = createRoute({
  getParentRoute: () => root,
  path: "/$company/dynamic_configs/$id",
  validateSearch: DynamicConfigSearch,
  component: lazyRouteComponent(
    () => import("#console/features/dynamic-configs/editor/dynamic-config-page.tsx"),
    "DynamicConfigPage",
  ),
});
const experimentList = createRoute({
  getParentRoute: () => root,
  path: "/$company/experiments",
  validateSearch: ExperimentListSearch,
  component: lazyRouteComponent(
    () => import("#console/features/experiments/pages/experiment-list-page.tsx"),
    "ExperimentListPage",
  ),
});
const experiment = createRoute({
  getParentRoute: () => root,
  path: "/$company/experiments/$id",
  validateSearch: ExperimentSearch,
  component: lazyRouteComponent(
    () => import("#console/features/experiments/pages/experiment-page.tsx"),
    "ExperimentPage",
  ),
});
const eventList = createRoute({
  getParentRoute: () => root,
  path: "/$company/events",
  validateSearch: EventListSearch,
  component: lazyRouteComponent(
    () => import("#console/features/events/event-list-page.tsx"),
    "EventListPage",
  ),
});
const event = createRoute({
  getParentRoute: () => root,
  path: "/$company/events/$name",
  validateSearch: EventSearch,
  component: lazyRouteComponent(() => import("#console/features/events/event-page.tsx"), "EventPage"),
});
const entityProperties = createRoute({
  getParentRoute: () => root,
  path: "/$company/entity_properties",
  validateSearch: EntityPropertiesSearch,
  component: lazyRouteComponent(
    () => import("#console/features/experiments/pages/entity-properties-page.tsx"),
    "EntityPropertiesPage",
  ),
});
const warehouse = createRoute({
  getParentRoute: () => root,
  path: "/$company/warehouse",
  validateSearch: WarehouseSearch,
  component: lazyRouteComponent(
    () => import("#console/features/warehouse/warehouse-page.tsx"),
    "WarehousePage",
  ),
});

const routeTree = root.addChildren([
  start,
  company,
  gateList,
  gate,
  dynamicConfigList,
  dynamicConfig,
  experimentList,
  experiment,
  eventList,
  event,
  entityProperties,
  warehouse,
]);

const NotFoundPage = lazyRouteComponent(
  () => import("#console/app/shell/not-found-page.tsx"),
  "NotFoundPage",
);

/** The router over one cache; tests give a history in memory. */
export const createConsoleRouter = (client: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history ? { history } : {}),
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    scrollRestoration: true,
    Wrap: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
