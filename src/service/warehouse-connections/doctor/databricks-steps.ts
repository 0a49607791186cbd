// The doctor's checks of Databricks. Permissions are queried from the catalog, never tried out.
import type { HttpAnswer } from "#service/warehouse/json-request.ts";
import { WarehouseError, type WarehouseRow } from "#service/warehouse/statement.ts";
import { cancel, clock, form, staging } from "./common-steps.ts";
import { ask, passed, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";
import { networkTo } from "./origin-steps.ts";

const originOf = (examined: Examined) =>
  examined.endpoints.databricks ?? `https://${textOf(examined, "host")}`;

/** Quotes a name for Spark. */
const backquoted = (name: string) => `\`${name.replaceAll("`", "``")}\``;

/** Sends a workspace request other than a statement; throws if it is rejected. */
async function get(examined: Examined, path: string): Promise<Readonly<Record<string, unknown>>> {
  const { databricksApi, databricksError } = await import("#service/warehouse/databricks-api.ts");
  const [host, accessToken, client] = ["host", "accessToken", "oauthClientID"].map((name) =>
    textOf(examined, name),
  );
  const own = {
    host: host ?? "",
    path: "",
    accessToken: accessToken ?? "",
    oauthClientID: client || undefined,
  };
  examined.tries(`GET ${path}`);
  const answer: HttpAnswer = await databricksApi(
    own,
    originOf(examined),
  )({ method: "GET", path, signal: examined.signal });
  if (answer.status !== 200) throw databricksError(answer);
  return answer.body !== null && typeof answer.body === "object" ? { ...answer.body } : {};
}

async function warehouseOf(examined: Examined, field: "path" | "consoleComputePath") {
  const { warehouseId } = await import("#service/warehouse/databricks-api.ts");
  return get(examined, `/api/2.0/sql/warehouses/${warehouseId(textOf(examined, field))}`);
}

const signIn: DoctorStep = {
  name: "Sign-in",
  run: async (examined) => {
    const { userName } = await get(examined, "/api/2.0/preview/scim/v2/Me");
    return passed(`${String(userName)}, by ${textOf(examined, "oauthClientID") ? "OAuth" : "token"}.`);
  },
};

const compute: DoctorStep = {
  name: "Compute",
  run: async (examined) => {
    if (textOf(examined, "consoleComputePath")) await warehouseOf(examined, "consoleComputePath");
    const found = await warehouseOf(examined, "path");
    const [name, state, size] = ["name", "state", "cluster_size"].map((key) => String(found[key]));
    const kind = found["enable_serverless_compute"] ? "serverless" : "not serverless";
    const started = performance.now();
    try {
      await ask(examined, "select current_user() as name");
    } catch (error) {
      const isLate = error instanceof WarehouseError && /^(DEADLINE|CANCELLED)$/.test(error.code);
      if (!isLate || state === "RUNNING") throw error;
      return {
        state: "failed",
        sentence: `Warehouse ${name} was ${state?.toLowerCase()} and is starting now, which takes some minutes where it is not serverless. Test again then.`,
        field: "path",
        who: "you",
      };
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const start =
      state === "RUNNING" ? "" : ` It was ${state?.toLowerCase()}, and answered after ${seconds} s.`;
    return passed(`${name}: ${size}, ${kind}.${start}`);
  },
};

/** Catalogs shared by all workspaces, and the one that does not manage permissions. */
const notOwn = new Set(["system", "samples", "hive_metastore", "__databricks_internal"]);
/** Maximum number of catalogs that are examined. */
const mostCatalogs = 5;

async function catalogsOf(examined: Examined): Promise<string[]> {
  const rows = await ask(examined, "show catalogs");
  return rows.map(({ catalog: name }) => String(name)).filter((name) => !notOwn.has(name));
}

/** Catalog and schema of staged tables; the session's catalog applies if none is named. */
const stagingNames = (examined: Examined) => textOf(examined, "stagingDatabase").split(".").filter(Boolean);

const catalog: DoctorStep = {
  name: "Catalog",
  run: async (examined) => {
    const catalogs = await catalogsOf(examined);
    if (!catalogs.length)
      return {
        state: "failed",
        sentence: "No catalog with data is seen. Grant use catalog on it, and use schema on its schema.",
        field: "oauthClientID",
        who: "warehouse admin",
      };
    const names = stagingNames(examined);
    const schema = names.at(-1);
    if (schema !== undefined) {
      const within = names.length > 1 ? ` in ${backquoted(names[0] ?? "")}` : "";
      const rows = await ask(examined, `show schemas${within}`);
      if (!rows.some((row) => Object.values(row)[0] === schema))
        return {
          state: "failed",
          sentence: `There is no schema ${names.join(".")}, or it may not be used.`,
          field: "stagingDatabase",
          who: "warehouse admin",
        };
    }
    const many = catalogs.length === 1 ? "One catalog is" : `${catalogs.length} catalogs are`;
    return passed(`${many} seen: ${catalogs.slice(0, 5).join(", ")}.`);
  },
};

const reading: DoctorStep = {
  name: "Read tables",
  run: async (examined) => {
    let tables: WarehouseRow[] = [];
    for (const name of (await catalogsOf(examined)).slice(0, mostCatalogs)) {
      const rows = await ask(
        examined,
        `select table_catalog, table_schema, table_name from ${backquoted(name)}.information_schema.tables where table_schema <> 'information_schema' limit 100`,
      );
      tables = [...tables, ...rows];
    }
    const [first] = tables;
    if (!first)
      return {
        state: "failed",
        sentence: "No table is seen. Grant select on those that hold exposures and events.",
        field: "oauthClientID",
        who: "warehouse admin",
      };
    const name = ["table_catalog", "table_schema", "table_name"].map((key) => String(first[key]));
    const quoted = name.map(backquoted).join(".");
    await ask(examined, `select * from ${quoted} limit 0`);
    await ask(examined, `select * from ${quoted} limit 1`);
    const many = tables.length === 1 ? "One table is" : `${tables.length} tables are`;
    return passed(`${many} seen; one row of ${name.join(".")} was read.`);
  },
};

const rights: DoctorStep = {
  name: "Too many rights",
  run: async (examined) => {
    const own = stagingNames(examined).at(-1) ?? "";
    for (const name of (await catalogsOf(examined)).slice(0, mostCatalogs)) {
      const [wide] = await ask(
        examined,
        `select table_schema, table_name, privilege_type, grantee from ${backquoted(name)}.information_schema.table_privileges
        where privilege_type in ('MODIFY', 'ALL PRIVILEGES', 'ALL_PRIVILEGES', 'MANAGE') and table_schema <> $1
        and (grantee = current_user() or grantee in ('account users', 'users')) limit 1`,
        [own],
      );
      if (!wide) continue;
      const table = `${name}.${wide["table_schema"]}.${wide["table_name"]}`;
      const right = String(wide["privilege_type"]).replaceAll("_", " ");
      const statement = `revoke ${right.toLowerCase()} on table ${table.split(".").map(backquoted).join(".")} from ${backquoted(String(wide["grantee"]))};`;
      return {
        state: "warned",
        sentence: `It may do more than read: ${right} on ${table}. This takes it away, unless it comes from the schema or the catalog: ${statement}`,
        field: "oauthClientID",
        who: "warehouse admin",
      };
    }
    return passed("The catalog lists no right to write outside of the staging schema.");
  },
};

const cost: DoctorStep = {
  name: "Cost guard",
  run: async (examined) => {
    const { name, auto_stop_mins: minutes } = await warehouseOf(examined, "path");
    return Number(minutes) > 0
      ? passed(
          `${String(name)} stops itself after ${Number(minutes)} min without work. This service stops a statement after ${examined.limits.seconds} s.`,
        )
      : {
          state: "warned",
          sentence: `${String(name)} never stops itself, and costs as long as it runs: set Auto stop in its settings.`,
          field: "path",
          who: "warehouse admin",
        };
  },
};

const ownStaging = {
  field: "stagingDatabase",
  schema: (examined: Examined) => stagingNames(examined).map(backquoted).join("."),
  quoted: backquoted,
};

const long = "select sum(hash(a.id, b.id)) as n from range(10000000) a cross join range(10000000) b";

export const databricksSteps: readonly DoctorStep[] = [
  form,
  networkTo((examined) => [originOf(examined)]),
  clock,
  signIn,
  compute,
  catalog,
  reading,
  staging("bigint", ownStaging),
  rights,
  cost,
  cancel(long),
];
