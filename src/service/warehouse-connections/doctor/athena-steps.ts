// The doctor's checks of Athena. Permissions are simulated by AWS, never tried out.
import { bytesText } from "#service/warehouse/bytes-text.ts";
import { awsClock, awsNetwork, awsSignIn } from "./aws-steps.ts";
import { cancel, form } from "./common-steps.ts";
import { ask, passed, quotedName, skipped, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";
import { longTrinoStatement } from "./trino-steps.ts";

/** Opens the catalog client, which needs no statements. */
async function athenaOf({ settings, endpoints, signal }: Examined) {
  const { AthenaSettings, athenaCatalog } = await import("#service/warehouse/athena-catalog.ts");
  return athenaCatalog(AthenaSettings.parse(settings), endpoints.aws, signal);
}

const compute: DoctorStep = {
  name: "Compute",
  run: async (examined) => {
    const athena = await athenaOf(examined);
    examined.tries(`athena:GetWorkGroup ${athena.workgroup}`);
    const { isEnabled, engine, output, isEnforced } = await athena.readWorkgroup();
    const named = `Workgroup ${athena.workgroup}`;
    if (!isEnabled)
      return {
        state: "failed",
        sentence: `${named} is disabled.`,
        field: "workgroup",
        who: "warehouse admin",
      };
    const own = textOf(examined, "queryResultLocation");
    if (!output && !athena.location)
      return {
        state: "failed",
        sentence: `Rows have nowhere to go: ${named.toLowerCase()} names no place for results, and the settings name none.`,
        field: "queryResultLocation",
        who: "you",
      };
    if (isEnforced && own && output && own !== output)
      return {
        state: "warned",
        sentence: `${named} writes all results to ${output}, whatever is set here.`,
        field: "queryResultLocation",
        who: "you",
      };
    return passed(
      `${named}, ${engine}; results go to ${isEnforced ? output : own || output || athena.location}.`,
    );
  },
};

const catalog: DoctorStep = {
  name: "Catalog",
  run: async (examined) => {
    const athena = await athenaOf(examined);
    const database = textOf(examined, "database");
    examined.tries(`athena:GetDatabase ${athena.catalog}.${database}`);
    await athena.readDatabase(database);
    return passed(`Database ${database} of ${athena.catalog} is there.`);
  },
};

const reading: DoctorStep = {
  name: "Read tables",
  run: async (examined) => {
    const athena = await athenaOf(examined);
    const database = textOf(examined, "database");
    examined.tries(`athena:ListTableMetadata ${athena.catalog}.${database}`);
    const [first, ...others] = await athena.listTables(database);
    if (first === undefined)
      return {
        state: "failed",
        sentence: `Database ${database} has no table, or the role sees none.`,
        field: "database",
        who: "warehouse admin",
      };
    const table = [athena.catalog, database, first].map(quotedName).join(".");
    await ask(examined, `select * from (select * from ${table}) s where 1 = 0`);
    await ask(examined, `select * from ${table} limit 1`);
    const more = others.length ? `, one of ${others.length + 1} tables` : "";
    return passed(`A row of ${first} was read${more}.`);
  },
};

const writing: DoctorStep = {
  name: "Write staging",
  run: async (examined) => {
    const bucket = textOf(examined, "bucket");
    if (!bucket) return skipped("No bucket is set: one statement does it all, and no table is written.");
    const table = `${textOf(examined, "database")}.assay_doctor_${Date.now().toString(36)}`;
    const path = `s3://${bucket}/${table.replace(".", "/")}/`;
    const quoted = table.split(".").map(quotedName).join(".");
    await ask(
      examined,
      `create table ${quoted} with (table_type = 'ICEBERG', is_external = false, location = '${path}') as select 1 as a`,
      [],
      true,
    );
    let rows: readonly unknown[];
    try {
      rows = await ask(examined, `select a from ${quoted}`);
    } finally {
      // In the Hive dialect, which quotes names differently.
      await ask(
        examined,
        `drop table ${table
          .split(".")
          .map((name) => `\`${name}\``)
          .join(".")}`,
        [],
        true,
      );
    }
    return rows.length === 1
      ? passed(`A table was made at ${path}, read and dropped.`)
      : {
          state: "failed",
          sentence: "What was written was not read back.",
          field: "bucket",
          who: "warehouse admin",
        };
  },
};

/** Permissions that the service does not need. */
const tooMuch = [
  "glue:DeleteDatabase",
  "glue:DeleteTable",
  "glue:UpdateTable",
  "s3:PutObject",
  "s3:DeleteObject",
];

const rights: DoctorStep = {
  name: "Too many rights",
  run: async (examined) => {
    const roleArn = textOf(examined, "roleArn");
    if (!roleArn) return skipped("Without a role there is nobody whose rights could be simulated.");
    const athena = await athenaOf(examined);
    examined.tries(`iam:SimulatePrincipalPolicy ${roleArn}: ${tooMuch.join(", ")}`);
    const allowed = await athena.simulate(roleArn, tooMuch);
    if (allowed === undefined)
      return skipped(
        "The role may not ask for its own rights. The verify script asks for them as the admin.",
      );
    if (allowed.length === 0)
      return passed("It may change no table and no object outside of its own places.");
    return {
      state: "warned",
      sentence: `The role may do ${allowed.join(", ")} everywhere. This takes it away: a policy of the role with {"Effect":"Deny","Action":${JSON.stringify(allowed)},"NotResource":[the places of the grant script]}.`,
      field: "roleArn",
      who: "warehouse admin",
    };
  },
};

const cost: DoctorStep = {
  name: "Cost guard",
  run: async (examined) => {
    const athena = await athenaOf(examined);
    examined.tries(`athena:GetWorkGroup ${athena.workgroup}`);
    const { cutoff } = await athena.readWorkgroup();
    const { bytesPerStatement: limit } = examined.limits;
    if (cutoff !== undefined && cutoff <= limit)
      return passed(`Workgroup ${athena.workgroup} stops a statement at ${bytesText(cutoff)}.`);
    const now = cutoff === undefined ? "sets no limit" : `stops a statement only at ${bytesText(cutoff)}`;
    return {
      state: "warned",
      sentence: `Workgroup ${athena.workgroup} ${now}. This service looks every two seconds and stops a statement above ${bytesText(limit)}; set BytesScannedCutoffPerQuery to ${limit} and Athena does it at once.`,
      field: "workgroup",
      who: "warehouse admin",
    };
  },
};

export const athenaSteps: readonly DoctorStep[] = [
  form,
  awsNetwork(["athena", "sts"]),
  awsClock,
  awsSignIn,
  compute,
  catalog,
  reading,
  writing,
  rights,
  cost,
  cancel(longTrinoStatement),
];
