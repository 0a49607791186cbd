// Scripts for BigQuery: jobs in the billed projects, read access per dataset, and a separate dataset whose tables expire.
import { backquoted, type Fill, type Scripts } from "./grant-script.ts";

/** Returns the e-mail of the service account in a key file, which unlike the rest of the file is not secret. */
export function emailOfKeyFile(text: string): string | undefined {
  try {
    const file: unknown = JSON.parse(text);
    const email =
      file !== null && typeof file === "object" && "client_email" in file ? file.client_email : "";
    return typeof email === "string" && /^[\w.@-]+$/.test(email) ? email : undefined;
  } catch {
    return undefined;
  }
}

export function bigQueryGrants(fill: Fill, _seconds: number, tables: readonly string[]): Scripts {
  const [project, staging] = [fill("project", "my-project"), fill("stagingDataset", "")];
  const payers = [...new Set([project, fill("consoleComputeProject", project)])];
  const account = `serviceAccount:${fill("clientEmail", "<client_email of the key>")}`;
  // A project id may be prefixed with a domain, which contains dots.
  const names = tables.map((table) => table.replaceAll("`", "").split("."));
  const read = names.map((parts) => [parts.slice(0, -2).join(".") || project, parts.at(-2) ?? "<dataset>"]);
  const datasets = [
    ...new Set(
      (read.length > 0 ? read : [[project, "<dataset>"]]).map((parts) =>
        parts.map((part) => `\`${part}\``).join("."),
      ),
    ),
  ];
  const forEach = tables.length === 0 ? "  -- one line for each dataset" : "";
  const own = staging ? `\`${project}\`.${backquoted(staging)}` : undefined;
  const binding = (verb: "add" | "remove") =>
    payers.map(
      (payer) =>
        `--   gcloud projects ${verb}-iam-policy-binding ${payer} --member=${account} --role=roles/bigquery.jobUser`,
    );
  return {
    Grant: [
      "-- Jobs are not granted in SQL. In the shell of Google Cloud:",
      ...binding("add"),
      ...datasets.map(
        (dataset) => `grant \`roles/bigquery.dataViewer\` on schema ${dataset} to "${account}";${forEach}`,
      ),
      ...(own
        ? [
            `create schema if not exists ${own} options (default_table_expiration_days = 2, location = '<that of the data>');`,
            `grant \`roles/bigquery.dataEditor\` on schema ${own} to "${account}";`,
          ]
        : []),
    ],
    Verify: [
      "-- In the location of the dataset, such as region-eu or region-us:",
      `select * from \`${project}\`.\`region-eu\`.INFORMATION_SCHEMA.OBJECT_PRIVILEGES where object_name = '<dataset>';`,
      ...payers.map(
        (payer) =>
          `--   gcloud projects get-iam-policy ${payer} --flatten=bindings --filter=bindings.members:${account}`,
      ),
    ],
    Revoke: [
      ...datasets.map(
        (dataset) => `revoke \`roles/bigquery.dataViewer\` on schema ${dataset} from "${account}";`,
      ),
      ...(own ? [`drop schema if exists ${own} cascade;`] : []),
      "-- In the shell of Google Cloud, and then delete the key of the service account:",
      ...binding("remove"),
    ],
  };
}
