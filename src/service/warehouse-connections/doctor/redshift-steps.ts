// The doctor's checks of Redshift, limited to its dialect. Permissions are queried from the catalog, never tried out.
import { awsClock, awsNetwork, awsSignIn } from "./aws-steps.ts";
import { cancel, clock, formWithKeys, staging } from "./common-steps.ts";
import { ask, passed, quotedName, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";
import { reach, secured } from "./reach.ts";

const byRole = ({ settings }: Examined) => settings["useAssumeRole"] === true;

const throughTunnel = async (examined: Examined, host: string, port: number): Promise<string> => {
  const { sshTunnel, TunnelSettings } = await import("#service/warehouse/ssh-tunnel.ts");
  const tunnel = sshTunnel(TunnelSettings.parse(examined.settings));
  const hops: string[] = [];
  try {
    examined.tries(`ssh ${textOf(examined, "sshUsername")}@${textOf(examined, "sshHost")}`);
    const stream = await tunnel.through(host, port, (hop) => hops.push(hop));
    examined.tries(`${host}:${port} through it`);
    const told = await secured(stream, tlsOf(examined, host, port), examined.signal);
    return `${hops.join("; ")}. ${told}`;
  } finally {
    tunnel.close();
  }
};

function tlsOf(examined: Examined, host: string, port: number) {
  const ca = textOf(examined, "certificateAuthority");
  const verify = examined.settings["verifyCA"] !== false;
  return { host, port, tls: "postgres", verify, ...(ca ? { ca } : {}) } as const;
}

const network: DoctorStep = {
  name: "Name, port, TLS",
  run: async (examined) => {
    if (byRole(examined)) return awsNetwork(["redshift-data", "sts"]).run(examined);
    const host = textOf(examined, "host");
    const { port: given } = examined.settings;
    const port = typeof given === "number" ? given : 5439;
    if (examined.settings["useSshTunnel"] === true) return passed(await throughTunnel(examined, host, port));
    examined.tries(`${host}:${port}`);
    return passed(await reach(tlsOf(examined, host, port), examined.signal));
  },
};

const time: DoctorStep = {
  name: clock.name,
  run: (examined) => (byRole(examined) ? awsClock : clock).run(examined),
};

const signIn: DoctorStep = {
  name: "Sign-in",
  run: async (examined) => {
    const role = byRole(examined) ? await awsSignIn.run(examined) : undefined;
    const [user] = await ask(examined, "select current_user as name, current_database() as database");
    return passed(`${user?.["name"]} in ${user?.["database"]}${role ? `, by ${role.sentence}` : "."}`);
  },
};

const compute: DoctorStep = {
  name: "Compute",
  run: async (examined) => {
    const [server] = await ask(examined, "select version() as version");
    const version = String(server?.["version"]);
    return passed(/Redshift [\d.]+/.exec(version)?.[0] ?? version.split(" on ")[0] ?? version);
  },
};

/** Condition for schemas that contain users' tables. */
const ownSchemas = "n.nspname not like 'pg_%' and n.nspname <> 'information_schema'";

const catalog: DoctorStep = {
  name: "Catalog",
  run: async (examined) => {
    const [found] = await ask(
      examined,
      `select count(*) as schemas, min(n.nspname) as example from pg_namespace n
      where ${ownSchemas} and has_schema_privilege(n.nspname, 'usage')`,
    );
    const schemas = Number(found?.["schemas"]);
    return schemas > 0
      ? passed(
          `${schemas} ${schemas === 1 ? "schema" : "schemas"} may be used, such as ${found?.["example"]}.`,
        )
      : {
          state: "failed",
          sentence: "The user may use no schema. Grant usage on the one that holds the data, and test again.",
          field: "username",
          who: "warehouse admin",
        };
  },
};

const reading: DoctorStep = {
  name: "Read tables",
  run: async (examined) => {
    const rows = await ask(
      examined,
      `select n.nspname as schema_name, c.relname as table_name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ownSchemas} and c.relkind in ('r', 'v') and has_schema_privilege(n.nspname, 'usage')
        and has_table_privilege(c.oid, 'select') order by 1, 2 limit 100`,
    );
    const [first] = rows;
    if (!first)
      return {
        state: "failed",
        sentence: "The user may read no table. Grant select on those that hold the data, and test again.",
        field: "username",
        who: "warehouse admin",
      };
    const table = `${quotedName(String(first["schema_name"]))}.${quotedName(String(first["table_name"]))}`;
    await ask(examined, `select * from (select * from ${table}) s where 1 = 0`);
    await ask(examined, `select * from ${table} limit 1`);
    const count =
      rows.length === 100 ? "100 or more tables" : rows.length === 1 ? "1 table" : `${rows.length} tables`;
    return passed(`${count} may be read; ${first["schema_name"]}.${first["table_name"]} was.`);
  },
};

const rights: DoctorStep = {
  name: "Too many rights",
  run: async (examined) => {
    const [user] = await ask(
      examined,
      "select usesuper as is_super from pg_user where usename = current_user",
    );
    if (user?.["is_super"])
      return {
        state: "warned",
        sentence:
          "This user is a superuser and may do everything. Make one that only reads: the grant script does.",
        field: "username",
        who: "warehouse admin",
      };
    const [found] = await ask(
      examined,
      `select count(*) as writable, min(n.nspname || '.' || c.relname) as example
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ownSchemas} and n.nspname <> $1 and c.relkind = 'r' and (has_table_privilege(c.oid, 'insert')
        or has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete'))`,
      [textOf(examined, "stagingSchema")],
    );
    const writable = Number(found?.["writable"]);
    if (writable === 0) return passed("It may write nowhere but in the staging schema.");
    const example = String(found?.["example"]);
    return {
      state: "warned",
      sentence: `It may change ${writable} ${writable === 1 ? "table" : "tables"}, such as ${example}. This takes it away: revoke insert, update, delete on ${example} from ${textOf(examined, "username") || "the user"};`,
      field: "username",
      who: "warehouse admin",
    };
  },
};

const cost: DoctorStep = {
  name: "Cost guard",
  run: async (examined) => {
    const { seconds } = examined.limits;
    if (byRole(examined))
      return passed(`This service stops a statement after ${seconds} s; the Data API does after 24 hours.`);
    const [setting] = await ask(examined, "select current_setting('statement_timeout') as timeout");
    return passed(
      `A statement is stopped by the cluster after ${seconds} s; this one after ${setting?.["timeout"]}.`,
    );
  },
};

export const redshiftSteps: readonly DoctorStep[] = [
  formWithKeys,
  network,
  time,
  signIn,
  compute,
  catalog,
  reading,
  staging("integer"),
  rights,
  cost,
  cancel("select count(*) from pg_class a, pg_class b, pg_class c, pg_class d, pg_class e"),
];
