// Runs tests of unsaved settings. Their results are kept for some minutes in the memory of the process that received the request.
import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { WarehouseCheck } from "#contract/warehouse-check.ts";
import { warehouseFields } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import {
  readAssignmentSources,
  readEntityProperties,
  readMetricSources,
} from "#service/database/warehouse-sources.ts";
import { badField, notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import type { Endpoints } from "#service/warehouse/open-client.ts";
import type { RecordStatements } from "#service/warehouse/running-statements.ts";
import { readPlainSettings, readUse } from "#service/warehouse/stored-connection.ts";
import { fingerprintsOf } from "./fingerprints.ts";
import { runDoctor, stepsOf } from "./doctor/run-doctor.ts";

const kept = { max: 100, ttl: 10 * 60_000 } as const;

interface Surroundings {
  endpoints?: Endpoints | undefined;
  noted: RecordStatements;
}

export function warehouseCheckHandlers(
  database: Database,
  secretsKey: Buffer,
  { endpoints = {}, noted }: Surroundings,
) {
  const checks = new LRUCache<string, WarehouseCheck>(kept);
  return {
    createWarehouseCheck: async ({ body: { provider, settings } }, { now }) => {
      const names = new Set(warehouseFields(provider).map(({ name }) => name));
      const unknown = Object.keys(settings).find((name) => !names.has(name));
      if (unknown !== undefined) throw badField(`settings.${unknown}`, "Unknown field");
      const stored = await readPlainSettings(database, secretsKey, provider);
      const merged = Object.fromEntries(
        Object.entries({ ...stored, ...settings }).filter(
          ([, value]) => value !== "" && value !== null && value !== undefined,
        ),
      );
      const { limits, active } = await readUse(database);
      // Stored sources are written in the dialect of the warehouse in use.
      const sources =
        active === provider
          ? [
              ...(await readAssignmentSources(database)),
              ...(await readMetricSources(database)),
              ...(await readEntityProperties(database)),
            ]
          : [];
      const id = randomUUID();
      const started = performance.now();
      const fingerprints = await fingerprintsOf(provider, merged, secretsKey);
      const first = stepsOf(provider, sources).map(({ name }) => ({ name, state: "waiting" }));
      let check: WarehouseCheck = {
        id,
        provider,
        isFinished: false,
        startedTime: now,
        ms: 0,
        steps: first,
        fingerprints,
      };
      const keep = (change: Partial<WarehouseCheck>) => {
        check = { ...check, ...change, ms: Math.round(performance.now() - started) };
        checks.set(id, check);
      };
      keep({});
      void runDoctor({
        provider,
        settings: merged,
        limits,
        endpoints,
        noted,
        sources,
        changed: (steps) => keep({ steps: [...steps] }),
      })
        .catch(() => undefined)
        .finally(() => keep({ isFinished: true }));
      return { data: check };
    },
    readWarehouseCheck: async ({ params: { id } }) => {
      const check = checks.get(id);
      if (!check) throw notFound("Test");
      return { data: check };
    },
  } satisfies Pick<Handlers, "createWarehouseCheck" | "readWarehouseCheck">;
}
