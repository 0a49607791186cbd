// Client for PostgreSQL. A statement is identified by the name of its connection, for which the server reports the process.
import type { ClientConfig } from "pg";
import { pgStatements } from "./pg-statements.ts";
import type { WarehouseClient } from "./statement.ts";

export interface PostgresSettings {
  host: string;
  port?: number | undefined;
  database: string;
  username: string;
  password?: string | undefined;
  schema?: string | undefined;
  useTls?: boolean | undefined;
  verifyCA?: boolean | undefined;
  certificateAuthority?: string | undefined;
}

/**
 * PostgreSQL has no statistics on sources that are subqueries, assumes few rows and uses nested loops: 900 s instead of
 * 22 s. Where no other join is possible, the penalised costs would trigger JIT compilation, which takes seconds for
 * statements of milliseconds.
 */
export const postgresOptions = "-c TimeZone=UTC -c enable_nestloop=off -c jit=off";

export function postgresClient(settings: PostgresSettings): WarehouseClient {
  const { host, port = 5432, database, username: user, password, schema } = settings;
  const { useTls, verifyCA, certificateAuthority: ca } = settings;
  const config: ClientConfig = { database, user, password, options: postgresOptions };
  return pgStatements({
    address: { host, port, tls: useTls === false ? undefined : { verify: verifyCA !== false, ca } },
    config: (statement, mark) =>
      statement
        ? {
            ...config,
            application_name: `assay ${mark} ${statement.tag}`.slice(0, 63),
            statement_timeout: Math.max(1, statement.deadline - Date.now()),
          }
        : { ...config, application_name: "assay cancels" },
    prepare: async (client, _, mark) => {
      if (schema) await client.query("select set_config('search_path', $1, false)", [schema]);
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      return `${rows[0]?.pid}.${mark}`;
    },
    stop: async (client, id) => {
      const [pid, mark] = id.split(".");
      await client.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and application_name like $2",
        [Number(pid), `assay ${mark} %`],
      );
    },
  });
}
