// Provides the warehouse in use and enforces its limits: concurrent statements, bytes per statement and per day; equal
// concurrent statements run only once.
import pLimit from "p-limit";
import { defaultLimits, type WarehouseLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import { addBytes, bytesOfDay } from "./bytes-read.ts";
import { bytesText } from "./bytes-text.ts";
import { openClient, type Endpoints } from "./open-client.ts";
import type { RecordStatements } from "./running-statements.ts";
import { runStatement } from "./run-statement.ts";
import { shareStatements } from "./share-statements.ts";
import {
  bytesPassed,
  WarehouseError,
  type Statement,
  type StatementResult,
  type WarehouseClient,
  type Watch,
} from "./statement.ts";
import { stagingPlaceOf, type StagingPlace } from "./staging-place.ts";
import { readPlainSettings, readUse } from "./stored-connection.ts";

/** A statement whose deadline and limit default to those of the settings. */
export type StatementRequest = Omit<Statement, "deadline"> & {
  readonly deadline?: number;
  /** The estimated number of bytes it would read, if known: the statement is not sent if that exceeds a limit. */
  readonly estimate?: number;
};

export interface ActiveWarehouse {
  readonly provider: WarehouseProvider;
  readonly limits: WarehouseLimits;
  /** Where staged days may be stored; absent if the settings name no place. */
  readonly staging?: StagingPlace | undefined;
  run(request: StatementRequest, watch?: Watch): Promise<StatementResult>;
  /** Estimates the bytes a statement would read, for engines that support this; null if the engine does not say. */
  estimate?: ((request: StatementRequest) => Promise<number | null>) | undefined;
  /** Cancels a statement by id, including one that another process, or this process before a crash, submitted. */
  cancel(id: string): Promise<void>;
}

interface Opened {
  readonly provider: WarehouseProvider;
  readonly limits: WarehouseLimits;
  readonly staging: StagingPlace | undefined;
  readonly client: WarehouseClient;
}

interface Surroundings {
  now?: () => number;
  endpoints?: Endpoints;
  /** Records running statements, so that the next process can stop those that this one leaves behind. */
  noted?: RecordStatements;
}

/**
 * Returns the warehouse in use, or undefined. Its client is reopened when its settings change: running statements
 * finish with the old settings and queued ones start with the new settings, so a key can be replaced while statements
 * run.
 */
export function activeWarehouse(
  database: Database,
  secretsKey: Buffer,
  { now = Date.now, endpoints = {}, noted = (client) => client }: Surroundings = {},
): () => Promise<ActiveWarehouse | undefined> {
  const turn = pLimit(defaultLimits.concurrent);
  const share = shareStatements();
  let opened: { readonly settings: string; readonly client: Promise<WarehouseClient> } | undefined;

  async function current(): Promise<Opened | undefined> {
    const { active: provider, limits } = await readUse(database);
    if (!provider) return undefined;
    const plain = await readPlainSettings(database, secretsKey, provider);
    const settings = JSON.stringify([provider, plain]);
    // Concurrent callers share one client.
    if (opened?.settings !== settings) {
      const client = openClient(provider, plain, endpoints).then((one) => noted(one, provider));
      opened = { settings, client };
    }
    turn.concurrency = limits.concurrent;
    const staging = stagingPlaceOf(provider, plain);
    return { provider, limits, staging, client: await opened.client };
  }

  /** Rejects a statement before it is sent if the daily limit is used up, or if it would read more than allowed. */
  async function allowed({ provider, limits }: Opened, { estimate = 0, byteLimit }: StatementRequest) {
    const most = Math.min(byteLimit ?? Infinity, limits.bytesPerStatement);
    if (estimate > most)
      throw new WarehouseError(
        `It would read ${bytesText(estimate)}; a statement may read ${bytesText(most)}.`,
        bytesPassed,
      );
    const read = await bytesOfDay(database, provider, now());
    const left = limits.bytesPerDay - read;
    if (left <= 0 || estimate > left)
      throw new WarehouseError(
        `It would read ${estimate ? bytesText(estimate) : "more"}; ${bytesText(read)} of the ${bytesText(limits.bytesPerDay)} of a day are read.`,
        bytesPassed,
      );
    return Math.min(most, left);
  }

  async function send(one: Opened, request: StatementRequest, watch: Watch): Promise<StatementResult> {
    const byteLimit = await allowed(one, request);
    const deadline = Math.min(request.deadline ?? Infinity, Date.now() + one.limits.seconds * 1000);
    let bytes = 0;
    const read = (more: number | null) => {
      bytes += more ?? 0;
    };
    try {
      return await runStatement(one.client, { ...request, byteLimit, deadline }, { ...watch, read });
    } finally {
      if (bytes > 0) await addBytes(database, one.provider, bytes, now());
    }
  }

  /** Returns the current client unless the provider changed: a statement is written in one dialect and stays with its provider. */
  const latest = async (before: Opened) => {
    const found = await current();
    return found?.provider === before.provider ? found : before;
  };

  async function start(handle: Opened, request: StatementRequest, watch: Watch): Promise<StatementResult> {
    const one = await latest(handle);
    let isSubmitted = false;
    const submitted = async (id: string) => {
      isSubmitted = true;
      await watch.submitted?.(id);
    };
    try {
      return await send(one, request, { ...watch, submitted });
    } catch (error) {
      // The key may have been replaced, and deleted at the warehouse, during the sign-in.
      const renewed = isSubmitted ? one : await latest(one);
      if (renewed.client === one.client) throw error;
      return send(renewed, request, watch);
    }
  }

  async function estimate(handle: Opened, request: StatementRequest): Promise<number | null> {
    const { client, limits } = await latest(handle);
    const deadline = Math.min(request.deadline ?? Infinity, Date.now() + limits.seconds * 1000);
    return (await client.estimate?.({ ...request, deadline }))?.bytes ?? null;
  }

  return async () => {
    const handle = await current();
    if (!handle) return undefined;
    const { provider, limits, staging, client } = handle;
    return {
      provider,
      limits,
      staging,
      cancel: (id) => client.cancel(id),
      ...(client.estimate && { estimate: (request) => turn(() => estimate(handle, request)) }),
      run: (request, watch = {}) => {
        const begin = (seen: Watch) => turn(() => start(handle, request, seen));
        if (request.mayWrite) return begin(watch);
        return share(JSON.stringify([provider, request.text, request.values]), watch, begin);
      },
    };
  };
}
