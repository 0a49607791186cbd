// Statements that run at a warehouse, as rows from before they are polled until they are over: what a process leaves behind that was
// killed, or could not stop, is stopped at the next look.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import type { ActiveWarehouse } from "./active-warehouse.ts";
import type { WarehouseClient } from "./statement.ts";

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

export function runningStatements({ database, now, owner }: Running) {
  const store = (provider: string, id: string) =>
    // Not in the writer transaction, which on PostgreSQL an import may hold for minutes.
    database.query(
      "insert into warehouse_statement (provider, engine_id, owner, started_time, alive_time) values ($1, $2, $3, $4, $4)",
      [provider, id, owner, now()],
    );
  const forget = (provider: string, id: string) =>
    database.query("delete from warehouse_statement where provider = $1 and engine_id = $2", [provider, id]);
  /** For whoever looks next, this process included. */
  const leave = (provider: string, id: string) =>
    database.query(
      "update warehouse_statement set owner = '', alive_time = 0 where provider = $1 and engine_id = $2",
      [provider, id],
    );

  /** The embedded database has one process: whatever another one ran is left behind. */
  const readLeft = () =>
    database.query<Left>(
      `select provider, engine_id as "engineID", started_time as "startedTime" from warehouse_statement
       where owner <> $1 and alive_time < $2`,
      [owner, database.engine === "duckdb" ? Number.MAX_SAFE_INTEGER : now() - deadAfter],
    );

  return {
    /** The same client, whose statements are rows while they run. */
    noted: (client: WarehouseClient, provider: WarehouseProvider): WarehouseClient => ({
      ...client,
      submit: async (statement, signal) => {
        const { id } = await client.submit(statement, signal);
        try {
          await store(provider, id);
        } catch (error) {
          await client.cancel(id).catch(() => undefined);
          throw error;
        }
        return { id };
      },
      page: async (id, page, signal) => {
        const answer = await client.page(id, page, signal);
        // The answer is whole, whatever becomes of the row.
        if (answer.next === undefined) await forget(provider, id).catch(() => undefined);
        return answer;
      },
      cancel: async (id) => {
        try {
          await client.cancel(id);
        } catch (error) {
          await leave(provider, id);
          throw error;
        }
        await forget(provider, id);
      },
    }),

    /** Looks once, and gives the sign of life of this process. */
    stopLeft: async (warehouse: () => Promise<ActiveWarehouse | undefined>): Promise<void> => {
      if (database.engine === "postgres")
        await database.query("update warehouse_statement set alive_time = $2 where owner = $1", [
          owner,
          now(),
        ]);
      const left = await readLeft();
      if (left.length === 0) return;
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
