// Loads a config for editing, including from a service that returns only its rules.
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { call, type ResponseOf } from "#console/foundation/api/call.ts";
import { query } from "#console/foundation/api/query.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";

interface ReadConfig {
  config: DynamicConfig;
  /** Fields that the service returns; "all" if it returns whole configs. */
  known: ReadonlySet<string> | "all";
}

const isMissing = (error: unknown) => error instanceof ApiFailure && error.status === 404;
const onlyRules: ReadonlySet<string> = new Set(["rules"]);

/** Choice: if only the rules of a config can be read, the rules can be edited, and its other fields are shown as unknown. */
async function readConfig(id: string, client: QueryClient, signal: AbortSignal): Promise<ReadConfig> {
  try {
    // Through the query cache, from which the breadcrumb takes the name.
    const whole = await client.fetchQuery({ ...query("readDynamicConfig", { id }), staleTime: 1000 });
    return { config: whole.data, known: "all" };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const rules = await call("readDynamicConfigRules", { id }, { signal }).catch(() => undefined);
    const [answered] = rules?.data ?? [];
    if (!answered) throw error;
    return { config: { id, isEnabled: true, rules: answered.rules }, known: onlyRules };
  }
}

export const configQuery = (id: string) =>
  queryOptions({
    queryKey: ["readDynamicConfig", { id }, "to edit"],
    queryFn: ({ client, signal }) => readConfig(id, client, signal),
  });

const nameGates = (client: QueryClient, config: DynamicConfig | undefined) =>
  Promise.all(
    gateIDsIn(config?.rules ?? []).map((gate) =>
      client.prefetchQuery(query("readGateDependencies", { id: gate, direction: "dependencies" })),
    ),
  );

/** The config from a cached list, if there is one. */
const listedConfig = (client: QueryClient, id: string) =>
  client
    .getQueriesData<ResponseOf<"listDynamicConfigs">>({ queryKey: ["listDynamicConfigs"] })
    .flatMap(([, answer]) => answer?.data ?? [])
    .find((config) => config.id === id);

/** Prefetches a config and the gates that its rules refer to, for their names. The page itself retries failed requests. */
export async function prefetchConfig(client: QueryClient, id: string) {
  const [read] = await Promise.all([
    client.fetchQuery(configQuery(id)).catch(() => undefined),
    nameGates(client, listedConfig(client, id)),
  ]);
  await nameGates(client, read?.config);
}
