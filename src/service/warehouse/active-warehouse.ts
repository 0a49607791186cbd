// The warehouse in use, within its limits: so many statements at once, and equal ones only once.
import pLimit from "p-limit";
import type { WarehouseLimits } from "#contract/warehouse-connection.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Reader } from "#service/database/database.ts";
import { openClient } from "./open-client.ts";
import { runStatement } from "./run-statement.ts";
import type { Statement, StatementResult, WarehouseClient } from "./statement.ts";
import { readPlainSettings, readUse } from "./stored-connection.ts";

/** Deadline and limit are those of the settings where the caller gives none. */
export type Question = Omit<Statement, "deadline"> & { readonly deadline?: number };
interface Watch {
  signal?: AbortSignal;
  submitted?: (id: string) => Promise<void> | void;
}

export interface ActiveWarehouse {
  readonly provider: WarehouseProvider;
  readonly limits: WarehouseLimits;
  run(question: Question, watch?: Watch): Promise<StatementResult>;
  /** Of a statement that another process, or this one before it was killed, submitted. */
  cancel(id: string): Promise<void>;
}

interface Opened extends ActiveWarehouse {
  /** Of the settings that it was opened with. */
  readonly fingerprint: string;
  readonly client: WarehouseClient;
}

/** Answers the warehouse in use, or nothing; it is opened anew when its settings have changed, and what runs then goes on. */
export function activeWarehouse(
  reader: Reader,
  secretsKey: Buffer,
): () => Promise<ActiveWarehouse | undefined> {
  let opened: Opened | undefined;
  return async () => {
    const { active, limits } = await readUse(reader);
    if (!active) return undefined;
    const settings = await readPlainSettings(reader, secretsKey, active);
    const fingerprint = JSON.stringify([active, limits, settings]);
    if (opened?.fingerprint === fingerprint) return opened;
    const client = await openClient(active, settings);
    opened = { ...within(limits, client), provider: active, client, fingerprint };
    return opened;
  };
}

function within(limits: WarehouseLimits, client: WarehouseClient): Omit<ActiveWarehouse, "provider"> {
  const turn = pLimit(limits.concurrent);
  const running = new Map<string, Promise<StatementResult>>();
  const start = (question: Question, watch?: Watch) =>
    turn(() =>
      runStatement(
        client,
        {
          ...question,
          byteLimit: Math.min(question.byteLimit ?? Infinity, limits.bytesPerStatement),
          deadline: Math.min(question.deadline ?? Infinity, Date.now() + limits.seconds * 1000),
        },
        watch,
      ),
    );
  return {
    limits,
    cancel: (id) => client.cancel(id),
    run: (question, watch) => {
      // Whoever may leave must not take the answer from another one, so those are not shared.
      if (watch?.signal || question.mayWrite) return start(question, watch);
      const key = JSON.stringify([question.text, question.values]);
      const same = running.get(key);
      if (same) return same;
      const answer = start(question, watch).finally(() => running.delete(key));
      running.set(key, answer);
      return answer;
    },
  };
}
