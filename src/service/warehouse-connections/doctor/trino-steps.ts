// The doctor's checks of Trino.
import { WarehouseError } from "#service/warehouse/statement.ts";
import { cancel, clock, form, network, staging } from "./common-steps.ts";
import { ask, passed, skipped, textOf, type DoctorStep } from "./doctor-step.ts";

const signIn: DoctorStep = {
  name: "Sign-in",
  run: async (examined) => {
    const [user] = await ask(examined, "select current_user as name, version() as version");
    return passed(`${user?.["name"]} at Trino ${user?.["version"]}.`);
  },
};

const compute: DoctorStep = {
  name: "Compute",
  run: async (examined) => {
    const [found] = await ask(
      examined,
      "select count(*) as workers from system.runtime.nodes where state = 'active'",
    );
    return passed(`${found?.["workers"]} active nodes.`);
  },
};

const catalog: DoctorStep = {
  name: "Catalog",
  run: async (examined) => {
    const schema = textOf(examined, "schema");
    const rows = await ask(examined, "select schema_name as name from information_schema.schemata");
    const names = rows.map(({ name }) => String(name));
    if (schema && !names.includes(schema.toLowerCase()))
      return {
        state: "failed",
        sentence: `The catalog has no schema ${schema}. It has ${names.slice(0, 5).join(", ")}.`,
        field: "schema",
        who: "you",
      };
    return passed(schema ? `Schema ${schema} is there.` : `${names.length} schemas.`);
  },
};

const reading: DoctorStep = {
  name: "Read tables",
  run: async (examined) => {
    const schema = textOf(examined, "schema");
    if (!schema) return skipped("No schema is named: each source names its own.");
    const [found] = await ask(
      examined,
      "select count(*) as tables from information_schema.tables where table_schema = $1",
      [schema.toLowerCase()],
    );
    const tables = Number(found?.["tables"]);
    return tables > 0
      ? passed(`${tables} ${tables === 1 ? "table" : "tables"} of ${schema} are seen.`)
      : {
          state: "failed",
          sentence: `No table of ${schema} is seen.`,
          field: "schema",
          who: "warehouse admin",
        };
  },
};

const rights: DoctorStep = {
  name: "Too many rights",
  run: async (examined) => {
    const rows = await ask(
      examined,
      `select count(*) as writable, min(table_schema || '.' || table_name) as example
      from information_schema.table_privileges
      where privilege_type in ('INSERT', 'UPDATE', 'DELETE') and grantee = current_user and table_schema <> $1`,
      [textOf(examined, "stagingSchema")],
    ).catch((error: unknown) => {
      if (error instanceof WarehouseError && error.code === "NOT_SUPPORTED") return undefined;
      throw error;
    });
    if (!rows)
      return skipped("This catalog keeps no rights: they stand in the cluster's access control file.");
    const [found] = rows;
    const writable = Number(found?.["writable"]);
    if (writable === 0) return passed("The catalog lists no right to write outside of the staging schema.");
    return {
      state: "warned",
      sentence: `It may change ${writable} ${writable === 1 ? "table" : "tables"}, such as ${found?.["example"]}. This takes it away: revoke insert, update, delete on ${found?.["example"]} from user ${textOf(examined, "username")};`,
      field: "username",
      who: "warehouse admin",
    };
  },
};

const cost: DoctorStep = {
  name: "Cost guard",
  run: async (examined) => {
    const rows = await ask(examined, "show session like 'query_max_run_time'");
    return passed(
      rows.length
        ? `A statement is stopped by the cluster after ${examined.limits.seconds} s.`
        : "Limits are kept by this service.",
    );
  },
};

/** A long-running statement, also for Athena, which is based on Trino. */
export const longTrinoStatement =
  "select count(*) from unnest(sequence(1, 10000)) a(x) cross join unnest(sequence(1, 10000)) b(y) cross join unnest(sequence(1, 10000)) c(z)";

export const trinoSteps: readonly DoctorStep[] = [
  form,
  network,
  clock,
  signIn,
  compute,
  catalog,
  reading,
  staging("bigint"),
  rights,
  cost,
  cancel(longTrinoStatement),
];
