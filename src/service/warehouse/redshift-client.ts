// Client for Redshift over PostgreSQL's protocol, directly or through an SSH tunnel. A statement is identified by its session.
import type { Client } from "pg";
import { z } from "zod/mini";
import { pgStatements } from "./pg-statements.ts";
import { sshTunnel, TunnelSettings } from "./ssh-tunnel.ts";
import type { WarehouseClient } from "./statement.ts";

const text = z.optional(z.string());
export const RedshiftSettings = z.object({
  host: z.string().check(z.minLength(1)),
  port: z.optional(z.number()),
  database: z.string().check(z.minLength(1)),
  username: z.string().check(z.minLength(1)),
  password: text,
  verifyCA: z.optional(z.boolean()),
  certificateAuthority: text,
  useSshTunnel: z.optional(z.boolean()),
  ...z.partial(TunnelSettings).shape,
});
export type RedshiftSettings = z.infer<typeof RedshiftSettings>;

export const redshiftPort = 5439;

/** Maximum length of a label in Redshift. */
const labelLength = 320;
const quoted = (value: string) => `'${value.replaceAll(/['\\\p{Cc}]/gu, "_")}'`;

const Session = z.array(z.object({ process: z.coerce.string(), started: z.coerce.string() }));

/** A process id can be reused by another session, so the start time is part of the id. */
async function sessionOf(client: Client, process: string): Promise<string | undefined> {
  const { rows } = await client.query(
    "select process, starttime::varchar as started from stv_sessions where process = $1::integer",
    [process],
  );
  const [found] = Session.parse(rows);
  return found && `${found.process}@${found.started}`;
}

export function redshiftClient(settings: RedshiftSettings): WarehouseClient {
  const { host, port = redshiftPort, database, username: user, password } = settings;
  const tunnel = settings.useSshTunnel ? sshTunnel(TunnelSettings.parse(settings)) : undefined;
  const client = pgStatements({
    address: {
      host,
      port,
      tls: { verify: settings.verifyCA !== false, ca: settings.certificateAuthority },
      through: tunnel && ((to, at) => tunnel.through(to, at)),
    },
    config: () => ({ database, user, password }),
    prepare: async (connection, { tag, deadline }) => {
      const ms = Math.max(1, deadline - Date.now());
      const label = quoted(`assay ${tag}`.slice(0, labelLength));
      await connection.query(
        `set timezone to 'UTC'; set statement_timeout to ${ms}; set query_group to ${label}`,
      );
      const { rows } = await connection.query<{ pid: number }>("select pg_backend_pid() as pid");
      const process = String(rows[0]?.pid);
      return (await sessionOf(connection, process)) ?? process;
    },
    stop: async (connection, id) => {
      const [process = ""] = id.split("@");
      // Redshift cannot cancel a statement within a transaction, so its session, which runs nothing else, is terminated.
      if ((await sessionOf(connection, process)) === id)
        await connection.query("select pg_terminate_backend($1::integer)", [process]);
    },
  });
  return {
    ...client,
    close: async () => {
      await client.close();
      tunnel?.close();
    },
  };
}
