// Test support: runs the doctor against a vendor's test server and collects everything it reports.
import type { WarehouseCheckStep } from "#contract/warehouse-check.ts";
import { defaultLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Endpoints, PlainSettings } from "#service/warehouse/open-client.ts";
import { runDoctor } from "./run-doctor.ts";
import type { StoredSource } from "./source-step.ts";

export async function examined(
  provider: WarehouseProvider,
  settings: PlainSettings,
  endpoints: Endpoints,
  sources: readonly StoredSource[] = [],
) {
  const told: (readonly WarehouseCheckStep[])[] = [];
  const changed = (steps: readonly WarehouseCheckStep[]) => void told.push(steps);
  await runDoctor({ provider, settings, limits: defaultLimits, endpoints, sources, changed });
  const steps = told.at(-1) ?? [];
  return {
    steps,
    /** Everything that the console received during the run. */
    told: JSON.stringify(told),
    step: (name: string) => steps.find((each) => each.name === name),
    failed: steps.find(({ state }) => state === "failed"),
    states: steps.map(({ name, state }) => `${name}: ${state}`),
  };
}
