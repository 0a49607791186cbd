// Runs the warehouse checklist: the connection test, a preview of each source, and one small load. All of it is read-only.
import type { SourcePreview } from "#contract/source-preview.ts";
import type { WarehouseCheckStep } from "#contract/warehouse-check.ts";
import { warehouseProviders, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { SourceKind } from "#contract/warehouse-source.ts";
import type { Database } from "#service/database/database.ts";
import {
  readAssignmentSources,
  readEntityProperties,
  readMetricSources,
} from "#service/database/warehouse-sources.ts";
import { sourcePreviews } from "#service/sources/source-previews.ts";
import { runDoctor, withoutSecrets } from "#service/warehouse-connections/doctor/run-doctor.ts";
import { activeWarehouse } from "#service/warehouse/active-warehouse.ts";
import { readPlainSettings, readUse } from "#service/warehouse/stored-connection.ts";
import { checkLoad, type CheckedLoad } from "./check-load.ts";

export interface CheckedSource {
  readonly kind: SourceKind;
  readonly name: string;
  readonly preview: SourcePreview;
}

export interface Checked {
  readonly provider: string;
  readonly time: number;
  readonly doctor: readonly WarehouseCheckStep[];
  readonly sources: readonly CheckedSource[];
  readonly load: CheckedLoad | undefined;
  /** Names of the failed steps, sources and load. */
  readonly failed: readonly string[];
  /** Removes the secrets from a text. */
  readonly clean: (text: string) => string;
}

interface CheckInput {
  readonly database: Database;
  readonly secretsKey: Buffer;
  readonly isRun: boolean;
  /** ms */
  readonly now: number;
  /** Called with a progress message before each step. */
  readonly say: (line: string) => void;
}

async function readSources(database: Database) {
  const named = async <Source extends object>(kind: SourceKind, sources: Promise<Source[]>) =>
    (await sources).map((source) => ({ kind, source }));
  return [
    ...(await named("assignment_source", readAssignmentSources(database))),
    ...(await named("metric_source", readMetricSources(database))),
    ...(await named("entity_property", readEntityProperties(database))),
  ];
}

async function examine(input: CheckInput, provider: WarehouseProvider, settings: object) {
  const { limits } = await readUse(input.database);
  let steps: readonly WarehouseCheckStep[] = [];
  await runDoctor({
    provider,
    settings: { ...settings },
    limits,
    changed: (told) => {
      steps = told;
    },
  });
  return steps;
}

const hasFailed = ({ state }: { state: string }) => state === "failed";

/** Runs the checklist; throws if no warehouse is active. */
export async function checkWarehouse(input: CheckInput): Promise<Checked> {
  const { database, secretsKey, now, say } = input;
  const { active: provider } = await readUse(database);
  if (!provider)
    throw new Error("No warehouse is in use. Choose one on the page of the warehouse, or give --file.");
  const settings = await readPlainSettings(database, secretsKey, provider);
  say(`Examining ${warehouseProviders[provider].label} …`);
  const doctor = await examine(input, provider, settings);
  const isReached = !doctor.some(hasFailed);
  const warehouseInUse = activeWarehouse(database, secretsKey);
  const looks = sourcePreviews(database, warehouseInUse);
  const sources: CheckedSource[] = [];
  for (const { kind, source } of isReached ? await readSources(database) : []) {
    say(`Looking at ${source.name} …`);
    const signal = AbortSignal.timeout(10 * 60_000);
    const preview = await looks.preview(kind, source, { now, signal });
    if (preview) sources.push({ kind, name: source.name, preview });
  }
  const warehouse = isReached ? await warehouseInUse() : undefined;
  const load = warehouse && (await checkLoad({ ...input, warehouse, sources }));
  const failed = [
    ...doctor.filter(hasFailed).map(({ name }) => `step ${name}`),
    ...sources.filter(({ preview }) => preview.checks.some(hasFailed)).map(({ name }) => `source ${name}`),
    ...(load?.failure === undefined ? [] : ["load"]),
  ];
  return {
    provider: warehouseProviders[provider].label,
    time: now,
    doctor,
    sources,
    load,
    failed,
    clean: withoutSecrets(provider, settings),
  };
}
