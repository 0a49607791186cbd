// Statements that run at a warehouse, as rows until they are over: what a process leaves behind that was killed, or could not stop, is
// stopped at the next look. The row is there before the statement is submitted where the engine can be asked for its mark or takes an
// id of ours, else before it is polled.
import { randomBytes } from "node:crypto";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import type { ActiveWarehouse } from "./active-warehouse.ts";
import { WarehouseError, type WarehouseClient } from "./statement.ts";

/** ms without a sign of life after which the process of a statement is taken for dead. */
const deadAfter = 15_000;
/** ms after which no engine runs it any more: they were told how long it may take. */
const forgottenAfter = 86_400_000;

interface Running {
  database: Database;
  now: () => number;
  /** This process. */
  owner: string;
}

interface Left extends Record<string, unknown> {
  provider: string;
  engineID: string;
  startedTime: number;
}

/** In the place of the engine's id until that is known. */
const markPrefix = "mark ";

/** Whoever left while it was submitted, or got no answer, does not know whether the engine has it; one that was refused does not run. */
const mayRun = (error: unknown, signal: AbortSignal | undefined) =>
  signal?.aborted === true || !(error instanceof WarehouseError) || error.isUnanswered;

export function runningStatements({ database, now, owner }: Running) {
  /** False where the last look found nothing left: the embedded database has one process, so nobody else leaves anything. */
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
  /** For whoever looks next, this process included. */
  const leave = async (provider: string, id: string) => {
    await database.query(
      "update warehouse_statement set owner = '', alive_time = 0 where provider = $1 and engine_id = $2",
      [provider, id],
    );
    mayBeLeft = true;
  };

  /** The embedded database has one process: whatever another one ran is left behind. */
  const readLeft = () =>
    database.query<Left>(
      `select provider, engine_id as "engineID", started_time as "startedTime" from warehouse_statement
       where owner <> $1 and alive_time < $2`,
      [owner, database.engine === "duckdb" ? Number.MAX_SAFE_INTEGER : now() - deadAfter],
    );

  /** A statement that nobody could stop after a crash is not left running. */
  const stopUnless = async (stored: Promise<unknown>, stop: () => Promise<void>) => {
    try {
      await stored;
    } catch (error) {
      await stop().catch(() => undefined);
      throw error;
    }
  };

  /** Its row stays until the engine has heard of it. */
  async function stopped(client: WarehouseClient, provider: string, id: string) {
    const mark = id.startsWith(markPrefix) ? id.slice(markPrefix.length) : undefined;
    try {
      await (mark === undefined ? client.cancel(id) : client.cancelMarked?.(mark));
    } catch (error) {
      await leave(provider, id);
      throw error;
    }
    await forget(provider, id);
  }

  return {
    /** The same client, whose statements are rows while they run. */
    noted: (client: WarehouseClient, provider: WarehouseProvider): WarehouseClient => ({
      ...client,
      submit: async (statement, signal) => {
        const mark = client.cancelMarked && randomBytes(4).toString("hex");
        /** In the place of the engine's own id until that is known. */
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
        // The answer is whole, whatever becomes of the row.
        if (answer.next === undefined) await forget(provider, id).catch(() => undefined);
        return answer;
      },
      cancel: (id) => stopped(client, provider, id),
    }),

    /** Looks once, and gives the sign of life of this process. Without any statement the embedded database is asked once. */
    stopLeft: async (warehouse: () => Promise<ActiveWarehouse | undefined>): Promise<void> => {
      if (!mayBeLeft) return;
      if (database.engine === "postgres")
        await database.query("update warehouse_statement set alive_time = $2 where owner = $1", [
          owner,
          now(),
        ]);
      // Before the look, so that what is left meanwhile is not overlooked.
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
        // Tried again at the next look where the warehouse is away.
        else if (active?.provider === provider) await active.cancel(engineID).catch(() => undefined);
      }
    },
  };
}

export type NoteStatements = ReturnType<typeof runningStatements>["noted"];
