// The doctor's checks of BigQuery. Permissions are queried, never tried out.
import { z } from "zod/mini";
import { runStatement } from "#service/warehouse/run-statement.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import { cancel, formWith, staging } from "./common-steps.ts";
import { passed, skipped, stepMs, textOf, type DoctorStep, type Examined } from "./doctor-step.ts";
import { clockAt, clockFact, networkTo } from "./origin-steps.ts";

const apiOrigin = ({ endpoints }: Examined) => endpoints.google ?? "https://bigquery.googleapis.com";
const tokenOrigin = ({ endpoints }: Examined) => endpoints.google ?? "https://oauth2.googleapis.com";

/** Quotes a name for BigQuery. */
const backquoted = (name: string) => `\`${name.replaceAll("`", "")}\``;

/** Sends a request other than a job; throws if Google rejects it. */
async function request(examined: Examined, path: string, body?: object): Promise<unknown> {
  const { bigQueryApi, bigQueryError } = await import("#service/warehouse/bigquery-api.ts");
  const own = { project: textOf(examined, "project"), privateKey: textOf(examined, "privateKey") };
  const method = body ? "POST" : "GET";
  examined.tries(`${method} ${path}`);
  const told = await bigQueryApi(
    own,
    examined.endpoints.google,
  )({
    method,
    path,
    signal: examined.signal,
    ...(body ? { body } : {}),
  });
  if (told.status !== 200) throw bigQueryError(told);
  return told.body;
}

const form = formWith(async (examined) => {
  const { readKeyFile } = await import("#service/warehouse/bigquery-api.ts");
  const { readPrivateKey } = await import("#service/warehouse/signed-token.ts");
  const { client_email: email, private_key: key } = readKeyFile(textOf(examined, "privateKey"));
  readPrivateKey(key);
  return passed(`Everything is there. The key is the one of ${email}.`);
});

/** Dry-runs a statement, which is free of charge. */
async function dryRun(examined: Examined, text: string, isInteractive?: true) {
  examined.tries(`${text} (dry run)`);
  const client = await examined.client();
  const statement = { text, values: [], tag: "assay doctor", deadline: Date.now() + stepMs };
  return client.estimate?.({ ...statement, ...(isInteractive ? { isInteractive } : {}) }, examined.signal);
}

const signIn: DoctorStep = {
  name: "Sign-in",
  run: async (examined) => {
    const { readKeyFile } = await import("#service/warehouse/bigquery-api.ts");
    // Needs no permission besides the sign-in.
    await request(examined, "/projects?maxResults=1");
    return passed(`${readKeyFile(textOf(examined, "privateKey")).client_email}.`);
  },
  more: async (examined, code) =>
    code === "invalid_grant" ? clockFact("Google", tokenOrigin(examined), examined.signal) : "",
};

const compute: DoctorStep = {
  name: "Compute",
  run: async (examined) => {
    const [project, console] = [textOf(examined, "project"), textOf(examined, "consoleComputeProject")];
    await dryRun(examined, "select session_user() as name");
    if (console) await dryRun(examined, "select session_user() as name", true);
    return passed(
      `Jobs may be run in ${console && console !== project ? `${project} and ${console}` : project}.`,
    );
  },
};

const Datasets = z.looseObject({
  datasets: z.optional(
    z.array(
      z.looseObject({
        datasetReference: z.looseObject({ datasetId: z.string() }),
        location: z.optional(z.string()),
      }),
    ),
  ),
});
async function datasetsOf(examined: Examined) {
  const answer = Datasets.parse(
    await request(examined, `/projects/${textOf(examined, "project")}/datasets?maxResults=1000`),
  );
  return (answer.datasets ?? []).map(({ datasetReference, location = "" }) => ({
    name: datasetReference.datasetId,
    location,
  }));
}

const catalog: DoctorStep = {
  name: "Catalog",
  run: async (examined) => {
    const [project, own] = [textOf(examined, "project"), textOf(examined, "stagingDataset")];
    const datasets = await datasetsOf(examined);
    const data = datasets.filter(({ name }) => name !== own);
    if (!data.length)
      return {
        state: "failed",
        sentence: `No dataset of ${project} is seen. Give the service account the role BigQuery Data Viewer on the one that holds the data.`,
        field: "project",
        who: "warehouse admin",
      };
    const stage = datasets.find(({ name }) => name === own);
    if (own && !stage)
      return {
        state: "failed",
        sentence: `${project} has no dataset ${own}, or the service account may not see it.`,
        field: "stagingDataset",
        who: "warehouse admin",
      };
    const elsewhere = stage && data.every(({ location }) => location !== stage.location);
    if (elsewhere)
      return {
        state: "failed",
        sentence: `Dataset ${own} lies in ${stage.location}, the data in ${data[0]?.location}. A statement cannot read the one and write the other: make it anew in the same location.`,
        field: "stagingDataset",
        who: "warehouse admin",
      };
    const locations = [...new Set(data.map(({ location }) => location))].join(", ");
    const many = data.length === 1 ? "One dataset is" : `${data.length} datasets are`;
    return passed(`${many} seen, in ${locations}.`);
  },
};

const Tables = z.looseObject({
  tables: z.optional(
    z.array(
      z.looseObject({
        tableReference: z.looseObject({ datasetId: z.string(), tableId: z.string() }),
        type: z.optional(z.string()),
      }),
    ),
  ),
});
/** Maximum number of datasets that are examined. */
const mostDatasets = 5;

/** Returns one table of each of the first datasets, excluding the staging dataset. */
async function someTables(examined: Examined) {
  const [project, own] = [textOf(examined, "project"), textOf(examined, "stagingDataset")];
  const found: { dataset: string; table: string }[] = [];
  const datasets = (await datasetsOf(examined)).filter(({ name }) => name !== own);
  for (const { name } of datasets.slice(0, mostDatasets)) {
    const { tables = [] } = Tables.parse(
      await request(examined, `/projects/${project}/datasets/${name}/tables?maxResults=50`),
    );
    // Rows of a view cannot be listed without running it.
    const table = tables.find(({ type }) => type === "TABLE");
    if (table) found.push({ dataset: name, table: table.tableReference.tableId });
  }
  return found;
}

const Permissions = z.looseObject({ permissions: z.optional(z.array(z.string())) });
async function mayDo(examined: Examined, dataset: string, table: string, permissions: readonly string[]) {
  const path = `/projects/${textOf(examined, "project")}/datasets/${dataset}/tables/${table}`;
  const answer = await request(examined, `${path}:testIamPermissions`, { permissions });
  return Permissions.parse(answer).permissions ?? [];
}

const reading: DoctorStep = {
  name: "Read tables",
  run: async (examined) => {
    const project = textOf(examined, "project");
    const [first] = await someTables(examined);
    if (!first)
      return {
        state: "failed",
        sentence:
          "No table is seen. Give the service account the role BigQuery Data Viewer on the dataset that holds the data.",
        field: "privateKey",
        who: "warehouse admin",
      };
    const { dataset, table } = first;
    await dryRun(examined, `select * from ${[project, dataset, table].map(backquoted).join(".")}`);
    // Listing rows is free of charge, unlike a statement with LIMIT.
    await request(examined, `/projects/${project}/datasets/${dataset}/tables/${table}/data?maxResults=1`);
    return passed(`One row of ${dataset}.${table} was read.`);
  },
};

const writes = ["bigquery.tables.updateData", "bigquery.tables.update", "bigquery.tables.delete"];

const rights: DoctorStep = {
  name: "Too many rights",
  run: async (examined) => {
    const tables = await someTables(examined);
    for (const { dataset, table } of tables) {
      const may = await mayDo(examined, dataset, table, writes);
      if (!may.length) continue;
      const { readKeyFile } = await import("#service/warehouse/bigquery-api.ts");
      const { client_email: email } = readKeyFile(textOf(examined, "privateKey"));
      const schema = `${backquoted(textOf(examined, "project"))}.${backquoted(dataset)}`;
      return {
        state: "warned",
        sentence: `It may do more than read: ${may.join(", ")} on ${dataset}.${table}. This takes it away, unless it comes from the project: revoke \`roles/bigquery.dataEditor\` on schema ${schema} from "serviceAccount:${email}";`,
        field: "privateKey",
        who: "warehouse admin",
      };
    }
    return passed(
      `It may not write to ${tables.map(({ dataset, table }) => `${dataset}.${table}`).join(", ")}.`,
    );
  },
};

const cost: DoctorStep = {
  name: "Cost guard",
  run: async (examined) => {
    const project = textOf(examined, "project");
    const [first] = await someTables(examined);
    const name = [project, first?.dataset ?? "", first?.table ?? ""].map(backquoted).join(".");
    const text = `select * from ${name}`;
    const estimate = first && (await dryRun(examined, text));
    if (!estimate?.bytes) return skipped("No table with rows was seen on which a limit could be tried.");
    // Rejected before it reads anything; with a limit of one byte nothing can be billed.
    const client = await examined.client();
    const statement = { text, values: [], tag: "assay doctor", deadline: Date.now() + stepMs, byteLimit: 1 };
    examined.tries(`${text} (at most 1 byte)`);
    try {
      await runStatement(client, statement, { signal: examined.signal });
    } catch (error) {
      if (!(error instanceof WarehouseError) || !/limit for bytes billed/.test(error.message)) throw error;
      return passed("A statement that would read more than its limit is refused before it reads.");
    }
    return {
      state: "warned",
      sentence:
        "A statement was run although it reads more than its limit: the project pays by slots, so bytes limit nothing.",
      field: "project",
      who: "warehouse admin",
    };
  },
};

const ownStaging = {
  field: "stagingDataset",
  schema: (examined: Examined) => {
    const dataset = textOf(examined, "stagingDataset");
    return dataset && `${backquoted(textOf(examined, "project"))}.${backquoted(dataset)}`;
  },
  quoted: backquoted,
  options: " options (expiration_timestamp = timestamp_add(current_timestamp(), interval 1 hour))",
};

const long =
  "select count(*) as n from unnest(generate_array(1, 100000)) a, unnest(generate_array(1, 100000)) b, unnest(generate_array(1, 100000)) c where mod(a + b + c, 7) = 0";

export const bigQuerySteps: readonly DoctorStep[] = [
  form,
  networkTo((examined) => [...new Set([tokenOrigin(examined), apiOrigin(examined)])]),
  clockAt("Google", apiOrigin),
  signIn,
  compute,
  catalog,
  reading,
  staging("int64", ownStaging),
  rights,
  cost,
  cancel(long),
];
