// The warehouse in use, within its limits: so many statements at once, so many bytes a statement and a day, and equal ones only once.
import pLimit from "p-limit";
import { usualLimits, type WarehouseLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import { addBytes, bytesOfDay } from "./bytes-read.ts";
import { bytesText } from "./bytes-text.ts";
import { openClient, type Endpoints } from "./open-client.ts";
import type { NoteStatements } from "./running-statements.ts";
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

/** Deadline and limit are those of the settings where the caller gives none. */
export type Question = Omit<Statement, "deadline"> & {
  readonly deadline?: number;
  /** Bytes that it would read, where that was asked of the engine: it is not sent where they are above a limit. */
  readonly estimate?: number;
};

export interface ActiveWarehouse {
  readonly provider: WarehouseProvider;
  readonly limits: WarehouseLimits;
  /** Where days of units may be kept; absent where the settings name no place. */
  readonly staging?: StagingPlace | undefined;
  run(question: Question, watch?: Watch): Promise<StatementResult>;
  /** The bytes that it would read, where the engine has a question of its own for that; null where it does not say. */
  estimate?: ((question: Question) => Promise<number | null>) | undefined;
  /** Of a statement that another process, or this one before it was killed, submitted. */
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
  /** Lets the next process stop what this one leaves behind. */
  noted?: NoteStatements;
}

/**
 * Answers the warehouse in use, or nothing. It is opened anew when its settings have changed: what runs then goes on with those it began
 * with, and what waits for its turn begins with the new ones, so a key can be replaced while statements run.
 */
export function activeWarehouse(
  database: Database,
  secretsKey: Buffer,
  { now = Date.now, endpoints = {}, noted = (client) => client }: Surroundings = {},
): () => Promise<ActiveWarehouse | undefined> {
  const turn = pLimit(usualLimits.concurrent);
  const share = shareStatements();
  let opened: { readonly settings: string; readonly client: Promise<WarehouseClient> } | undefined;

  async function current(): Promise<Opened | undefined> {
    const { active: provider, limits } = await readUse(database);
    if (!provider) return undefined;
    const plain = await readPlainSettings(database, secretsKey, provider);
    const settings = JSON.stringify([provider, plain]);
    // Those who come at once open it once.
    if (opened?.settings !== settings) {
      const client = openClient(provider, plain, endpoints).then((one) => noted(one, provider));
      opened = { settings, client };
    }
    turn.concurrency = limits.concurrent;
    const staging = stagingPlaceOf(provider, plain);
    return { provider, limits, staging, client: await opened.client };
  }

  /** Refused before it is sent where the day is used up, or it would read more than it may. */
  async function allowed({ provider, limits }: Opened, { estimate = 0, byteLimit }: Question) {
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

  async function send(one: Opened, question: Question, watch: Watch): Promise<StatementResult> {
    const byteLimit = await allowed(one, question);
    const deadline = Math.min(question.deadline ?? Infinity, Date.now() + one.limits.seconds * 1000);
    let bytes = 0;
    const read = (more: number | null) => {
      bytes += more ?? 0;
    };
    try {
      return await runStatement(one.client, { ...question, byteLimit, deadline }, { ...watch, read });
    } finally {
      if (bytes > 0) await addBytes(database, one.provider, bytes, now());
    }
  }

  /** Another provider has another dialect, so a statement stays with the one it was written for. */
  const latest = async (before: Opened) => {
    const found = await current();
    return found?.provider === before.provider ? found : before;
  };

  async function start(handle: Opened, question: Question, watch: Watch): Promise<StatementResult> {
    const one = await latest(handle);
    let isSubmitted = false;
    const submitted = async (id: string) => {
      isSubmitted = true;
      await watch.submitted?.(id);
    };
    try {
      return await send(one, question, { ...watch, submitted });
    } catch (error) {
      // Its key may have been replaced, and removed at the warehouse, while it signed in.
      const renewed = isSubmitted ? one : await latest(one);
      if (renewed.client === one.client) throw error;
      return send(renewed, question, watch);
    }
  }

  async function estimate(handle: Opened, question: Question): Promise<number | null> {
    const { client, limits } = await latest(handle);
    const deadline = Math.min(question.deadline ?? Infinity, Date.now() + limits.seconds * 1000);
    return (await client.estimate?.({ ...question, deadline }))?.bytes ?? null;
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
      ...(client.estimate && { estimate: (question) => turn(() => estimate(handle, question)) }),
      run: (question, watch = {}) => {
        const begin = (seen: Watch) => turn(() => start(handle, question, seen));
        if (question.mayWrite) return begin(watch);
        return share(JSON.stringify([provider, question.text, question.values]), watch, begin);
      },
    };
  };
}
