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
import { useCurrentKey } from "./api/current-key.ts";
import { DynamicConfigListSearch } from "./dynamic-configs/dynamic-config-list-search.ts";
import { DynamicConfigSearch } from "./dynamic-configs/dynamic-config-search.ts";
import { EventListSearch } from "./events/event-list-search.ts";
import { EventSearch } from "./events/event-search.ts";
import { EntityPropertiesSearch } from "./experiments/entity-properties-search.ts";
import { ExperimentListSearch } from "./experiments/experiment-list-search.ts";
import { ExperimentSearch } from "./experiments/experiment-search.ts";
import { GateListSearch, GateSearch } from "./gates/gate-search.ts";
import { ErrorPage } from "./layout/error-page.tsx";
import { Frame } from "./layout/frame.tsx";
import { PendingPage } from "./layout/pending-page.tsx";
import { WarehouseSearch } from "./warehouse-connections/warehouse-search.ts";

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
  component: lazyRouteComponent(() => import("./gates/gate-list-page.tsx"), "GateListPage"),
});
const gate = createRoute({
  getParentRoute: () => root,
  path: "/$company/gates/$id",
  validateSearch: GateSearch,
  component: lazyRouteComponent(() => import("./gates/gate-page.tsx"), "GatePage"),
});
const dynamicConfigList = createRoute({
  getParentRoute: () => root,
  path: "/$company/dynamic_configs",
  validateSearch: DynamicConfigListSearch,
  component: lazyRouteComponent(
    () => import("./dynamic-configs/dynamic-config-list-page.tsx"),
    "DynamicConfigListPage",
  ),
});
const dynamicConfig = createRoute({
  getParentRoute: () => root,
  path: "/$company/dynamic_configs/$id",
  validateSearch: DynamicConfigSearch,
  component: lazyRouteComponent(
    () => import("./dynamic-configs/dynamic-config-page.tsx"),
    "DynamicConfigPage",
  ),
});
const experimentList = createRoute({
  getParentRoute: () => root,
  path: "/$company/experiments",
  validateSearch: ExperimentListSearch,
  component: lazyRouteComponent(() => import("./experiments/experiment-list-page.tsx"), "ExperimentListPage"),
});
const experiment = createRoute({
  getParentRoute: () => root,
  path: "/$company/experiments/$id",
  validateSearch: ExperimentSearch,
  component: lazyRouteComponent(() => import("./experiments/experiment-page.tsx"), "ExperimentPage"),
});
const eventList = createRoute({
  getParentRoute: () => root,
  path: "/$company/events",
  validateSearch: EventListSearch,
  component: lazyRouteComponent(() => import("./events/event-list-page.tsx"), "EventListPage"),
});
const event = createRoute({
  getParentRoute: () => root,
  path: "/$company/events/$name",
  validateSearch: EventSearch,
  component: lazyRouteComponent(() => import("./events/event-page.tsx"), "EventPage"),
});
const entityProperties = createRoute({
  getParentRoute: () => root,
  path: "/$company/entity_properties",
  validateSearch: EntityPropertiesSearch,
  component: lazyRouteComponent(
    () => import("./experiments/entity-properties-page.tsx"),
    "EntityPropertiesPage",
  ),
});
const warehouse = createRoute({
  getParentRoute: () => root,
  path: "/$company/warehouse",
  validateSearch: WarehouseSearch,
  component: lazyRouteComponent(() => import("./warehouse-connections/warehouse-page.tsx"), "WarehousePage"),
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

const NotFoundPage = lazyRouteComponent(() => import("./layout/not-found-page.tsx"), "NotFoundPage");

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
