// Keeps a row for each statement running at a warehouse, so that statements left behind by a crash, or that could not
// be stopped, are stopped later. The row is stored before the statement is submitted if the engine can find it by a
// mark or accepts an id of ours, else before it is polled.
import { randomBytes } from "node:crypto";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import type { ActiveWarehouse } from "./active-warehouse.ts";
import { WarehouseError, type WarehouseClient } from "./statement.ts";

/** Time without a heartbeat (ms) after which the process of a statement is considered dead. */
const deadAfter = 15_000;
/** Time after which no engine still runs the statement (ms), since each was given a time limit. */
const forgottenAfter = 86_400_000;
/** Time after which an engine lists every statement that has reached it (ms). */
const listedAfter = 60_000;

interface Running {
  database: Database;
  now: () => number;
  /** Id of this process. */
  owner: string;
}

interface Left extends Record<string, unknown> {
  provider: string;
  engineID: string;
  startedTime: number;
}

/** Prefix of a mark, which is stored until the engine's id is known. */
const markPrefix = "mark ";

/** If the caller left during the submission or got no answer, the engine may have the statement; a rejected statement does not run. */
const mayRun = (error: unknown, signal: AbortSignal | undefined) =>
  signal?.aborted === true || !(error instanceof WarehouseError) || error.isUnanswered;

export function runningStatements({ database, now, owner }: Running) {
  /** False if the last check found nothing: the embedded database allows only one process, so no other process leaves statements behind. */
  let mayBeLeft = true;
  const store = (provider: string, id: string) =>
    // Not in the writer transaction, which on PostgreSQL an import may hold for minutes.
    database.query(
      "insert into warehouse_statement (provider, engine_id, owner, started_time, alive_time) values ($1, $2, $3, $4, $4)",
      [provider, id, owner, now()],
    );
  const rename = (provider: string, before: string, id: string) =>
    database.query("update warehouse_statement set engine_id = $3 where provider = $1 and engine_id = $2", [
      provider,
      before,
      id,
    ]);
  const forget = (provider: string, id: string) =>
    database.query("delete from warehouse_statement where provider = $1 and engine_id = $2", [provider, id]);
  const forgetListed = (provider: string, id: string) =>
    database.query(
      "delete from warehouse_statement where provider = $1 and engine_id = $2 and started_time < $3",
      [provider, id, now() - listedAfter],
    );
  /** Releases a statement to the next check of any process, including this one. */
  const leave = async (provider: string, id: string) => {
    await database.query(
      "update warehouse_statement set owner = '', alive_time = 0 where provider = $1 and engine_id = $2",
      [provider, id],
    );
    mayBeLeft = true;
  };

  /** The embedded database allows only one process, so statements of any other process are left behind. */
  const readLeft = () =>
    database.query<Left>(
      `select provider, engine_id as "engineID", started_time as "startedTime" from warehouse_statement
       where owner <> $1 and alive_time < $2`,
      [owner, database.engine === "duckdb" ? Number.MAX_SAFE_INTEGER : now() - deadAfter],
    );

  /** Stops a statement whose id could not be stored, since nobody could stop it after a crash. */
  const stopUnless = async (stored: Promise<unknown>, stop: () => Promise<void>) => {
    try {
      await stored;
    } catch (error) {
      await stop().catch(() => undefined);
      throw error;
    }
  };

  /** Stops a statement; its row is kept until the engine has confirmed. */
  async function stopped(client: WarehouseClient, provider: string, id: string) {
    const mark = id.startsWith(markPrefix) ? id.slice(markPrefix.length) : undefined;
    let isFound: boolean | undefined = true;
    try {
      if (mark === undefined) await client.cancel(id);
      else isFound = await client.cancelMarked?.(mark);
    } catch (error) {
      await leave(provider, id);
      throw error;
    }
    if (isFound) {
      await forget(provider, id);
      return;
    }
    // Either it never reached the engine, or the engine does not list it yet.
    await leave(provider, id);
    await forgetListed(provider, id);
  }

  return {
    /** Wraps a client, so that its statements have rows while they run. */
    noted: (client: WarehouseClient, provider: WarehouseProvider): WarehouseClient => ({
      ...client,
      submit: async (statement, signal) => {
        const mark = client.cancelMarked && randomBytes(4).toString("hex");
        /** The id or mark under which the row is currently stored. */
        let known: string | undefined;
        const note = async (id: string) => {
          await (known === undefined ? store(provider, id) : rename(provider, known, id));
          known = id;
        };
        if (mark !== undefined) await note(markPrefix + mark);
        try {
          const { id } = await client.submit({ ...statement, mark }, signal, note);
          if (known !== id) await stopUnless(note(id), () => client.cancel(id));
          return { id };
        } catch (error) {
          if (known !== undefined)
            await (mayRun(error, signal) ? stopped(client, provider, known) : forget(provider, known)).catch(
              () => undefined,
            );
          throw error;
        }
      },
      page: async (id, page, signal) => {
        const answer = await client.page(id, page, signal);
        // The result is complete even if deleting the row fails.
        if (answer.next === undefined) await forget(provider, id).catch(() => undefined);
        return answer;
      },
      cancel: (id) => stopped(client, provider, id),
    }),

    /**
     * Runs one check, and sends the heartbeat of this process. On the embedded database only the first check, and those
     * after failures, query it.
     */
    stopLeft: async (warehouse: () => Promise<ActiveWarehouse | undefined>): Promise<void> => {
      if (!mayBeLeft) return;
      if (database.engine === "postgres")
        await database.query("update warehouse_statement set alive_time = $2 where owner = $1", [
          owner,
          now(),
        ]);
      // Set before the check, so that statements left behind meanwhile are not missed.
      mayBeLeft = database.engine === "postgres";
      const left = await readLeft().catch((error: unknown) => {
        mayBeLeft = true;
        throw error;
      });
      if (left.length === 0) return;
      mayBeLeft = true;
      const active = await warehouse();
      for (const { provider, engineID, startedTime } of left) {
        if (startedTime < now() - forgottenAfter) await forget(provider, engineID);
        // If the warehouse is unreachable, the next check tries again.
        else if (active?.provider === provider) await active.cancel(engineID).catch(() => undefined);
      }
    },
  };
}

export type RecordStatements = ReturnType<typeof runningStatements>["noted"];
