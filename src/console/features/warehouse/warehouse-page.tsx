import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import {
  warehouseProviderNames,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import type { WarehouseConnection } from "#contract/warehouse-connection.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { tabClass, Tabs } from "#console/foundation/ui/tabs.tsx";
import { ProviderForm } from "./provider-form.tsx";

const route = getRouteApi("/$company/warehouse");

function Providers({ provider }: { provider: WarehouseProvider }) {
  return (
    <Tabs label="Providers">
      {warehouseProviderNames.map((name) => (
        <Link
          key={name}
          from="/$company/warehouse"
          to="/$company/warehouse"
          search={{ provider: name }}
          replace
          className={tabClass}
          aria-current={name === provider ? "page" : undefined}
        >
          {warehouseProviders[name].label}
        </Link>
      ))}
    </Tabs>
  );
}

function Settings({
  provider,
  connection,
}: {
  provider: WarehouseProvider;
  connection: WarehouseConnection | undefined;
}) {
  const { storedSecrets, ...stored } = connection?.[provider] ?? {};
  return (
    <ProviderForm
      key={provider}
      provider={provider}
      stored={connection ? stored : undefined}
      storedSecrets={storedSecrets ?? undefined}
    />
  );
}

export function WarehousePage() {
  const { provider = "snowflake" } = route.useSearch();
  const connection = useQuery({
    ...query("readWarehouseConnection", {}),
    throwOnError: (error) => !isNotFound(error),
  });
  // A service without this reading endpoint still takes updates: its fields start empty.
  const cannotRead = isNotFound(connection.error);
  return (
    <div className="flex flex-1 flex-col">
      <PageHead
        title="Warehouse"
        facts={[
          cannotRead
            ? "Where the service reads exposures and events. It does not give stored settings back, so fields start empty."
            : "Where the service reads exposures and events. Secrets are never given back.",
        ]}
      />
      <Providers provider={provider} />
      {connection.data || cannotRead ? (
        <Settings provider={provider} connection={connection.data?.data} />
      ) : (
        <SkeletonBlock className="mt-6 h-80" label="Loading the stored settings" />
      )}
    </div>
  );
}
