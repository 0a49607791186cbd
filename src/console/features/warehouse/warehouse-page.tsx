import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { defaultLimits, WarehouseLimits } from "#contract/warehouse-connection.ts";
import {
  warehouseProviderNames,
  warehouseProviders,
  type WarehouseProvider,
} from "#contract/warehouse-providers.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { Outline } from "#console/foundation/ui/loading-head.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { TabLinks } from "#console/foundation/ui/tabs.tsx";
import { storedLimits } from "./limit-fields.ts";
import { ProviderInUse } from "./provider-in-use.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { ProviderOutline } from "./provider-outline.tsx";
import { noSourceTables, useSourceTables } from "./sources/use-source-tables.ts";
import { SourcesLink } from "./sources/sources-link.tsx";

const route = getRouteApi("/$company/warehouse");

const first = "snowflake";
/** Labels of the tabs; the provider in use is marked. */
const tabs = (active: WarehouseProvider | undefined) =>
  Object.fromEntries(
    warehouseProviderNames.map((name) => {
      const { label } = warehouseProviders[name];
      const inUse = <Status tone="live">{label}</Status>;
      return [name, name === active ? inUse : label];
    }),
  );

export function WarehousePage() {
  const asked = route.useSearch().provider;
  const connection = useQuery({
    ...query("readWarehouseConnection", {}),
    throwOnError: (error) => !isNotFound(error),
  });
  // A service without this read endpoint still accepts updates; the fields then start empty.
  const cannotRead = isNotFound(connection.error);
  const known = connection.data?.data;
  const active = warehouseProviderNames.find((name) => name === known?.active);
  const usual = active ?? first;
  const provider = warehouseProviderNames.find((name) => name === asked) ?? usual;
  const sources = useSourceTables();
  const limits = storedLimits(WarehouseLimits.parse({ ...defaultLimits, ...known?.limits }));
  const { storedSecrets, former, fingerprints, ...stored } = known?.[provider] ?? {};
  const isSet = !known || Object.keys(stored).length > 0 || Boolean(storedSecrets?.length);
  return (
    <div className="flex flex-1 flex-col">
      <PageHead
        title="Warehouse"
        state={
          // Its space is reserved while loading, so that nothing below it moves.
          <span className={known ? "" : "invisible"}>
            <ProviderInUse active={active} provider={provider} isSet={isSet} />
          </span>
        }
        facts={[
          cannotRead
            ? "The service does not give stored settings back, so fields start empty."
            : "Results are computed there; only sums come back. Secrets are never given back.",
          <SourcesLink key="sources" />,
        ]}
      />
      <TabLinks label="Providers" name="provider" labels={tabs(active)} current={provider} usual={usual} />
      {known || cannotRead ? (
        <ProviderForm
          key={provider}
          provider={provider}
          stored={known && { ...stored, ...limits }}
          storedSecrets={storedSecrets ?? undefined}
          former={former ?? undefined}
          fingerprints={fingerprints ?? {}}
          history={known?.history ?? []}
          sources={active === provider ? sources : noSourceTables}
          isInUse={active !== undefined}
          bytesToday={active === provider ? (known?.bytesToday ?? undefined) : undefined}
        />
      ) : (
        <>
          <p role="status" aria-label="Loading the stored settings" />
          <Outline>
            <ProviderOutline provider={provider} />
          </Outline>
        </>
      )}
    </div>
  );
}
