// Checks of a Snowflake role: what it may read, what it should not be able to do, and what limits a statement.
import { storedName } from "#service/warehouse/snowflake-names.ts";
import type { WarehouseRow } from "#service/warehouse/statement.ts";
import { ask, passed, quotedName, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";

/** Maximum number of nested roles that are examined. */
const mostRoles = 10;

interface Grants {
  role: string;
  rows: readonly (WarehouseRow & { holder: string })[];
}

/** Returns the grants of the role used after sign-in and of the roles granted to it. */
async function grantsOf(examined: Examined): Promise<Grants> {
  const [found] = await ask(examined, "select current_role() as role");
  const role = String(found?.["role"]);
  const roles = [role];
  const rows: (WarehouseRow & { holder: string })[] = [];
  for (const holder of roles) {
    for (const row of await ask(examined, `show grants to role ${quotedName(holder)}`)) {
      const name = String(row["name"]);
      if (row["granted_on"] === "ROLE" && roles.length < mostRoles && !roles.includes(name)) roles.push(name);
      rows.push({ ...row, holder });
    }
  }
  return { role, rows };
}

const isTable = ({ granted_on: kind }: WarehouseRow) =>
  /^(TABLE|VIEW|MATERIALIZED.VIEW|DYNAMIC.TABLE|EXTERNAL.TABLE|ICEBERG.TABLE)$/.test(String(kind));

export const reading: DoctorStep = {
  name: "Read tables",
  run: async (examined) => {
    const { role, rows } = await grantsOf(examined);
    const readable = rows.filter(
      (row) => isTable(row) && ["SELECT", "OWNERSHIP"].includes(String(row["privilege"])),
    );
    const [first] = readable;
    if (!first)
      return {
        state: "failed",
        sentence: `Role ${role} may read no table. Grant select on those that hold exposures and events.`,
        field: "serviceUserName",
        who: "warehouse admin",
      };
    // A privilege on a table is useless without USAGE on its database and schema.
    const name = String(first["name"]);
    await ask(examined, `select * from ${name} limit 0`);
    await ask(examined, `select * from ${name} limit 1`);
    const count = new Set(readable.map((row) => row["name"])).size;
    return passed(`${count} ${count === 1 ? "table" : "tables"} may be read; one row of ${name} was.`);
  },
};

const reads = new Set(["USAGE", "SELECT", "REFERENCES", "MONITOR", "OPERATE"]);
const mightyRoles = ["ACCOUNTADMIN", "SECURITYADMIN", "SYSADMIN", "USERADMIN", "ORGADMIN"];

export const rights: DoctorStep = {
  name: "Too many rights",
  run: async (examined) => {
    const { role, rows } = await grantsOf(examined);
    const mighty = mightyRoles.find(
      (each) => role === each || rows.some((row) => row["granted_on"] === "ROLE" && row["name"] === each),
    );
    if (mighty) {
      const user = storedName(textOf(examined, "serviceUserName"));
      return {
        state: "warned",
        sentence: `Signed in with role ${mighty}, the service may do far more than read. Make a role that only reads, as the grant script does, and: revoke role ${mighty} from ${role === mighty ? `user ${user}` : `role ${role}`};`,
        field: "serviceUserName",
        who: "warehouse admin",
      };
    }
    const [database, schema] = ["stagingDatabaseName", "stagingSchemaName"].map((field) =>
      storedName(textOf(examined, field)),
    );
    const own = `${database}.${schema}`;
    const isOwn = (name: string) =>
      Boolean(database && schema) && (name === own || name.startsWith(`${own}.`));
    const wide = rows.filter(
      (row) => !reads.has(String(row["privilege"])) && !isOwn(String(row["name"]).replaceAll('"', "")),
    );
    const [first] = wide;
    if (!first) return passed("The role may write nowhere but in the staging schema.");
    const [privilege, kind, name, holder] = [
      first["privilege"],
      String(first["granted_on"]).toLowerCase().replaceAll("_", " "),
      first["name"],
      first.holder,
    ];
    const statement =
      privilege === "OWNERSHIP"
        ? `grant ownership on ${kind} ${name} to role SYSADMIN copy current grants;`
        : `revoke ${String(privilege).toLowerCase()} on ${kind === "account" ? "account" : `${kind} ${name}`} from role ${holder};`;
    return {
      state: "warned",
      sentence: `The role has ${wide.length === 1 ? "a right" : `${wide.length} rights`} beyond reading, such as ${privilege} on ${name}. This takes it away: ${statement}`,
      field: "serviceUserName",
      who: "warehouse admin",
    };
  },
};

export const cost: DoctorStep = {
  name: "Cost guard",
  run: async (examined) => {
    const warehouse = storedName(textOf(examined, "computeWarehouse"));
    const own = `A statement is stopped by Snowflake after ${examined.limits.seconds} s.`;
    if (!warehouse) return passed(own);
    const [limit] = await ask(
      examined,
      `show parameters like 'STATEMENT_TIMEOUT_IN_SECONDS' in warehouse ${quotedName(warehouse)}`,
    );
    const rows = await ask(examined, `show warehouses like '${warehouse.replaceAll("'", "''")}'`);
    const monitor = rows.find(({ name }) => name === warehouse)?.["resource_monitor"];
    const watched =
      monitor && monitor !== "null"
        ? `Resource monitor ${monitor} watches its credits.`
        : "No resource monitor is seen on it.";
    const whole = limit ? ` The warehouse's own limit is ${limit["value"]} s.` : "";
    return passed(`${own}${whole} ${watched}`);
  },
};
