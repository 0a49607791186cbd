// The doctor's checks of PostgreSQL. Permissions are queried from the catalog, never tried out.
import { cancel, clock, formWithKeys, network, staging } from "./common-steps.ts";
import { ask, passed, skipped, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";

const schemaOf = (examined: Examined) => textOf(examined, "schema") || "public";

const signIn: DoctorStep = {
  name: "Sign-in",
  run: async (examined) => {
    const [user] = await ask(examined, "select current_user as name, current_database() as database");
    return passed(`${user?.["name"]} in ${user?.["database"]}.`);
  },
};

const compute: DoctorStep = {
  name: "Compute",
  run: async (examined) => {
    const [server] = await ask(
      examined,
      "select current_setting('server_version') as version, pg_is_in_recovery() as is_replica",
    );
    return passed(`PostgreSQL ${server?.["version"]}${server?.["is_replica"] ? ", a replica" : ""}.`);
  },
};

const catalog: DoctorStep = {
  name: "Catalog",
  run: async (examined) => {
    const schema = schemaOf(examined);
    const [found] = await ask(
      examined,
      "select has_schema_privilege(oid, 'usage') as usable from pg_namespace where nspname = $1",
      [schema],
    );
    if (!found)
      return { state: "failed", sentence: `There is no schema ${schema}.`, field: "schema", who: "you" };
    return found["usable"]
      ? passed(`Schema ${schema} may be used.`)
      : {
          state: "failed",
          sentence: `The user may not use schema ${schema}. Grant usage on it and test again.`,
          field: "schema",
          who: "warehouse admin",
        };
  },
};

const reading: DoctorStep = {
  name: "Read tables",
  run: async (examined) => {
    const schema = schemaOf(examined);
    const [counted] = await ask(
      examined,
      `select count(*) as tables, count(*) filter (where has_table_privilege(c.oid, 'select')) as readable
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
      [schema],
    );
    const { tables, readable } = {
      tables: Number(counted?.["tables"]),
      readable: Number(counted?.["readable"]),
    };
    if (readable > 0) return passed(`${readable} of ${tables} tables of ${schema} may be read.`);
    if (tables === 0)
      return {
        state: "warned",
        sentence: `Schema ${schema} has no table: sources have to name the schemas of theirs.`,
        field: "schema",
        who: "you",
      };
    return {
      state: "failed",
      sentence: `None of the ${tables} tables of ${schema} may be read.`,
      field: "username",
      who: "warehouse admin",
    };
  },
};

const rights: DoctorStep = {
  name: "Too many rights",
  run: async (examined) => {
    const [found] = await ask(
      examined,
      `select (select rolsuper from pg_roles where rolname = current_user) as is_superuser, count(*) as writable,
        min(n.nspname || '.' || c.relname) as example
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname <> $1
        and n.nspname not like 'pg_%' and has_table_privilege(c.oid, 'insert, update, delete, truncate')`,
      [textOf(examined, "stagingSchema")],
    );
    if (found?.["is_superuser"])
      return {
        state: "warned",
        sentence:
          "This user is a superuser and may do everything. Make one that only reads: the grant script does.",
        field: "username",
        who: "warehouse admin",
      };
    const writable = Number(found?.["writable"]);
    if (writable === 0) return passed("It may write nowhere but in the staging schema.");
    const example = String(found?.["example"]);
    return {
      state: "warned",
      sentence: `It may change ${writable} ${writable === 1 ? "table" : "tables"}, such as ${example}. This takes it away: revoke insert, update, delete, truncate on ${example} from ${textOf(examined, "username")};`,
      field: "username",
      who: "warehouse admin",
    };
  },
};

const cost: DoctorStep = {
  name: "Cost guard",
  run: async (examined) => {
    const [setting] = await ask(examined, "select current_setting('statement_timeout') as timeout");
    return setting?.["timeout"] === "0"
      ? skipped("The server takes no time limit of a session.")
      : passed(`A statement is stopped by the server after ${examined.limits.seconds} s.`);
  },
};

export const postgresSteps: readonly DoctorStep[] = [
  formWithKeys,
  network,
  clock,
  signIn,
  compute,
  catalog,
  reading,
  staging("integer"),
  rights,
  cost,
  cancel("select pg_sleep(20)"),
];
