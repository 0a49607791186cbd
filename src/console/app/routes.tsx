// Every address of the console and its page; pages are loaded when first opened. No logic belongs here.
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type AnyValidator,
  lazyRouteComponent,
  Navigate,
  type RouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { allOrTimeout } from "./all-or-timeout.ts";
import { FormSearch } from "#console/editing/form/form-search.ts";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { query } from "#console/foundation/api/query.ts";
import { DynamicConfigListSearch } from "#console/features/dynamic-configs/list/dynamic-config-list-search.ts";
import { DynamicConfigSearch } from "#console/features/dynamic-configs/editor/dynamic-config-search.ts";
import { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import { EntityPropertiesSearch } from "#console/features/experiments/pages/entity-properties-search.ts";
import { ExperimentListSearch } from "#console/features/experiments/list/experiment-list-search.ts";
import { ExperimentSearch } from "#console/features/experiments/pages/experiment-search.ts";
import { LearnedSearch } from "#console/features/experiments/learned/learned-search.ts";
import { GateListPage } from "#console/features/gates/list/gate-list-page.tsx";
import { gatePageOf } from "#console/features/gates/list/gate-list-input.ts";
import { GateListSearch, GateSearch } from "#console/features/gates/list/gate-search.ts";
import { MetricListSearch, MetricSearch } from "#console/features/metrics/metric-searches.ts";
import { HomeSearch } from "#console/app/home/home-search.ts";
import { ErrorPage } from "#console/app/shell/error-page.tsx";
import { Frame } from "#console/app/shell/frame.tsx";
import { PendingPage } from "#console/app/shell/pending-page.tsx";
import { ConnectSearch } from "#console/features/keys/connect/connect-search.ts";
import type { UserSearch } from "#console/features/users/user-search.ts";
import type { KeysSearch } from "#console/features/keys/keys-search.ts";

/** Redirects to the home page of the company that the key belongs to. */
function Start() {
  const key = useCurrentKey();
  return key ? <Navigate to="/$company" params={{ company: key.companyID }} replace /> : null;
}

const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Frame });
const start = createRoute({ getParentRoute: () => root, path: "/", component: Start });
type Load = () => Promise<Readonly<Record<string, unknown>>>;
/** A page whose code is loaded when first opened and includes the endpoints that it needs: the export named "…Page". */
const alone = (load: Load): RouteComponent =>
  lazyRouteComponent(async () => {
    const [, page] = Object.entries(await load()).find(([name]) => name.endsWith("Page")) ?? [];
    return { default: page as () => ReactNode };
  });
/** Like `alone`, but also loads the table of all endpoints. */
const fetched = (load: Load): RouteComponent =>
  alone(async () => (await Promise.all([load(), import("#contract/endpoints.ts")]))[0]);
/** Pages of entities that are edited in a single form. */
const form = fetched(() => import("#console/app/shell/form-pages.tsx"));

const experimentList = () => import("#console/features/experiments/list/experiment-list-page.tsx");

/** A route to a page, with the data to prefetch for its address. */
const page = <Path extends string, Search extends AnyValidator>(
  path: Path,
  validateSearch: Search,
  component: RouteComponent,
  read: (client: QueryClient, params: { id?: string }, search: object) => Promise<unknown>[] = () => [],
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch,
    component,
    loader: ({ context, params, location }) => allOrTimeout(read(context.client, params, location.search)),
  });

const routeTree = root.addChildren([
  start,
  page(
    "/$company",
    HomeSearch,
    fetched(() => import("#console/app/home/home-page.tsx")),
    (client) => [
      import("#console/app/home/home-queries.ts").then((home) => Promise.all(home.readHomeAhead(client))),
    ],
  ),
  page("/$company/gates", GateListSearch, GateListPage, (client, _, search) => [
    client.prefetchQuery(query("listGates", gatePageOf(GateListSearch.parse(search)))),
  ]),
  page(
    "/$company/gates/$id",
    GateSearch,
    fetched(() => import("#console/features/gates/editor/gate-page.tsx")),
    (client, { id = "" }) => [
      client.prefetchQuery(query("readGate", { id })),
      client.prefetchQuery(query("readGateDependencies", { id })),
    ],
  ),
  page(
    "/$company/dynamic_configs",
    DynamicConfigListSearch,
    fetched(() => import("#console/features/dynamic-configs/list/dynamic-config-list-page.tsx")),
    (client, _, search) => [
      import("#console/features/dynamic-configs/list/config-list-input.ts").then(({ configPageOf }) =>
        client.prefetchQuery(
          query("listDynamicConfigs", configPageOf(DynamicConfigListSearch.parse(search))),
        ),
      ),
    ],
  ),
  page(
    "/$company/dynamic_configs/$id",
    DynamicConfigSearch,
    fetched(() => import("#console/features/dynamic-configs/editor/dynamic-config-page.tsx")),
    (client, { id = "" }) => [
      client.prefetchQuery(query("readDynamicConfig", { id })),
      import("#console/features/dynamic-configs/list/config-query.ts").then(({ prefetchConfig }) =>
        prefetchConfig(client, id),
      ),
    ],
  ),
  page("/$company/experiments", ExperimentListSearch, alone(experimentList), (client, _, search) => [
    experimentList().then(({ experimentPageOf }) =>
      client.prefetchQuery(query("listExperimentRows", experimentPageOf(ExperimentListSearch.parse(search)))),
    ),
  ]),
  page(
    "/$company/experiments/new",
    ExperimentSearch,
    fetched(() => import("#console/features/experiments/plan/form/new-experiment-page.tsx")),
  ),
  page(
    "/$company/experiments/$id",
    ExperimentSearch,
    fetched(() => import("#console/features/experiments/pages/experiment-page.tsx")),
    (client, { id = "" }) => [client.prefetchQuery(query("readExperiment", { id }))],
  ),
  page(
    "/$company/metrics",
    MetricListSearch,
    fetched(() => import("#console/features/metrics/list/metric-list-page.tsx")),
  ),
  page(
    "/$company/metrics/new",
    MetricSearch,
    fetched(() => import("#console/features/metrics/editor/new-metric-page.tsx")),
  ),
  page(
    "/$company/metrics/$id",
    MetricSearch,
    fetched(() => import("#console/features/metrics/pages/metric-page.tsx")),
    (client, { id = "" }) => [client.prefetchQuery(query("readMetric", { id }))],
  ),
  page("/$company/layers", FormSearch, form),
  page("/$company/layers/$id", FormSearch, form),
  page("/$company/segments", FormSearch, form),
  page("/$company/segments/$id", FormSearch, form),
  page("/$company/holdouts", FormSearch, form),
  page("/$company/holdouts/$id", FormSearch, form),
  page("/$company/assignment_sources", FormSearch, form),
  page("/$company/assignment_sources/$id", FormSearch, form),
  page("/$company/metric_sources", FormSearch, form),
  page("/$company/metric_sources/$id", FormSearch, form),
  page("/$company/entity_properties/$id", FormSearch, form),
  page(
    "/$company/learned",
    LearnedSearch,
    fetched(() => import("#console/features/experiments/learned/learned-page.tsx")),
  ),
  page(
    "/$company/events",
    EventsSearch,
    fetched(() => import("#console/features/events/event-list-page.tsx")),
    (client, _, search) => [
      import("#console/features/events/explorer-query.ts").then(({ prefetchExplorer }) =>
        prefetchExplorer(client, search),
      ),
    ],
  ),
  page(
    "/$company/events/$name",
    EventsSearch,
    fetched(() => import("#console/features/events/event-page.tsx")),
  ),
  page(
    "/$company/users/$id",
    // The page validates it, with fallbacks.
    (search: UserSearch) => search,
    fetched(() => import("#console/features/users/user-page.tsx")),
  ),
  page(
    "/$company/entity_properties",
    EntityPropertiesSearch,
    fetched(() => import("#console/features/experiments/pages/entity-properties-page.tsx")),
  ),
  page(
    "/$company/warehouse",
    // The page validates it against the known providers.
    (search: { provider?: unknown }) => search,
    fetched(() => import("#console/features/warehouse/warehouse-page.tsx")),
  ),
  page(
    "/$company/keys",
    // The page validates it, with fallbacks.
    (search: KeysSearch) => search,
    fetched(() => import("#console/features/keys/keys-page.tsx")),
  ),
  page(
    "/$company/connect",
    ConnectSearch,
    fetched(() => import("#console/features/keys/connect/connect-page.tsx")),
  ),
]);

const NotFoundPage = lazyRouteComponent(
  () => import("#console/app/shell/not-found-page.tsx"),
  "NotFoundPage",
);

/** Creates the router with one query cache; tests pass an in-memory history. */
export const createConsoleRouter = (client: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history ? { history } : {}),
    context: { client },
    defaultPreload: "intent",
    // The query cache decides which answers are stale.
    defaultPreloadStaleTime: 0,
    // Until then the previous page stays visible.
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
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
