// The doctor's checks of Snowflake. Permissions are queried from the catalog, never tried out.
import { snowflakeOrigin, storedName } from "#service/warehouse/snowflake-names.ts";
import { cancel, formWith, staging } from "./common-steps.ts";
import { ask, passed, quotedName, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";
import { clockAt, clockFact, networkTo } from "./origin-steps.ts";
import { cost, reading, rights } from "./snowflake-rights-steps.ts";

const originOf = ({ settings, endpoints }: Examined) =>
  endpoints.snowflake ?? snowflakeOrigin(String(settings["accountName"]).trim());

const form = formWith(async (examined) => {
  const [key, token] = [textOf(examined, "privateKey"), textOf(examined, "serviceUserPassword")];
  if (!key && !token)
    return {
      state: "failed",
      sentence: "A private key is missing, or an access token in the place of the password.",
      field: "privateKey",
      who: "you",
    };
  if (!key) return passed("Everything is there. The password is used as an access token.");
  const { fingerprintOf, readPrivateKey } = await import("#service/warehouse/signed-token.ts");
  const opened = readPrivateKey(key, textOf(examined, "keyPassPhrase") || undefined);
  return opened.asymmetricKeyType === "rsa"
    ? passed(`Everything is there. The key opens; its public half is ${fingerprintOf(opened)}.`)
    : { state: "failed", sentence: "Snowflake takes keys of RSA only.", field: "privateKey", who: "you" };
});

const signIn: DoctorStep = {
  name: "Sign-in",
  run: async (examined) => {
    const [found] = await ask(examined, "select current_user() as name, current_role() as role");
    const { name, role } = found ?? {};
    return role
      ? passed(`${name} with role ${role}.`)
      : {
          state: "failed",
          sentence: `User ${name} has no default role: alter user ${name} set default_role = ASSAY_ROLE;`,
          field: "serviceUserName",
          who: "warehouse admin",
        };
  },
  more: async (examined, code) => {
    const key = textOf(examined, "privateKey");
    if (code !== "390144" || !key) return "";
    const { fingerprintOf, readPrivateKey } = await import("#service/warehouse/signed-token.ts");
    const { signedName } = await import("#service/warehouse/snowflake-names.ts");
    const fingerprint = fingerprintOf(readPrivateKey(key, textOf(examined, "keyPassPhrase") || undefined));
    const name = signedName(textOf(examined, "accountName"), textOf(examined, "serviceUserName"));
    const clocks = await clockFact("Snowflake", originOf(examined), examined.signal);
    return `We sign as ${name} with the key whose fingerprint ends ${fingerprint.slice(-8)}. ${clocks}`;
  },
};

const seconds = (value: unknown) => (Number(value) > 0 ? `suspends itself after ${Number(value)} s` : "");

const compute: DoctorStep = {
  name: "Compute",
  run: async (examined) => {
    const said: string[] = [];
    for (const field of ["computeWarehouse", "consoleComputeWarehouse"] as const) {
      const name = storedName(textOf(examined, field));
      if (!name) continue;
      const rows = await ask(examined, `show warehouses like '${name.replaceAll("'", "''")}'`);
      const found = rows.find((each) => each["name"] === name);
      if (!found)
        return {
          state: "failed",
          sentence: `There is no warehouse ${name}, or the role may not use it: grant usage on it.`,
          field,
          who: "warehouse admin",
        };
      const suspends = seconds(found["auto_suspend"]);
      said.push(`${name}: ${[found["size"], found["state"], suspends].filter(Boolean).join(", ")}.`);
      if (!suspends)
        return {
          state: "warned",
          sentence: `Warehouse ${name} never suspends itself, and costs as long as it runs: alter warehouse ${name} set auto_suspend = 60;`,
          field,
          who: "warehouse admin",
        };
    }
    // Starts the compute warehouse, which a metadata query would not.
    await ask(examined, "select count(*) as n from table(generator(rowcount => 10))");
    return passed(said.join(" ") || "The user's own warehouse answers.");
  },
};

const catalog: DoctorStep = {
  name: "Catalog",
  run: async (examined) => {
    const databases = (await ask(examined, "show databases")).map(({ name }) => String(name));
    const own = databases.filter((name) => !["SNOWFLAKE", "SNOWFLAKE_SAMPLE_DATA"].includes(name));
    const [database, schema] = ["stagingDatabaseName", "stagingSchemaName"].map((field) =>
      storedName(textOf(examined, field)),
    );
    if (database && !databases.includes(database))
      return {
        state: "failed",
        sentence: `There is no database ${database}, or the role may not use it. It sees ${own.slice(0, 5).join(", ") || "none"}.`,
        field: "stagingDatabaseName",
        who: "you",
      };
    if (!own.length)
      return {
        state: "failed",
        sentence: "The role sees no database. Grant usage on the one that holds the data, and on its schema.",
        field: "serviceUserName",
        who: "warehouse admin",
      };
    if (database && schema) {
      const schemas = await ask(examined, `show schemas in database ${quotedName(database)}`);
      if (!schemas.some(({ name }) => name === schema))
        return {
          state: "failed",
          sentence: `Database ${database} has no schema ${schema}, or the role may not use it.`,
          field: "stagingSchemaName",
          who: "warehouse admin",
        };
    }
    return passed(
      `${own.length === 1 ? "One database is" : `${own.length} databases are`} seen: ${own.slice(0, 5).join(", ")}.`,
    );
  },
};

const ownStaging = {
  field: "stagingSchemaName",
  schema: (examined: Examined) => {
    const [database = "", schema = ""] = ["stagingDatabaseName", "stagingSchemaName"].map((field) =>
      storedName(textOf(examined, field)),
    );
    return database && schema ? `${quotedName(database)}.${quotedName(schema)}` : "";
  },
  quoted: quotedName,
};

export const snowflakeSteps: readonly DoctorStep[] = [
  form,
  networkTo((examined) => [originOf(examined)]),
  clockAt("Snowflake", originOf),
  signIn,
  compute,
  catalog,
  reading,
  staging("integer", ownStaging),
  rights,
  cost,
  cancel("select system$wait(20)"),
];
