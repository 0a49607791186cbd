import { expect, test } from "vitest";
import { emailOfKeyFile } from "./bigquery-grants.ts";
import { scriptNames } from "./grant-script.ts";
import { grantScript } from "./grant-scripts.ts";
import { missingGrants } from "./missing-grants.ts";

const typed = {
  snowflake: {
    serviceUserName: "assay_user",
    computeWarehouse: '"Quick one"',
    consoleComputeWarehouse: "CONSOLE WH",
    stagingDatabaseName: "own",
    stagingSchemaName: 'as"say',
  },
  databricks: { oauthClientID: "6b7a-1", path: "/sql/1.0/warehouses/abc123", stagingDatabase: "main.assay" },
  bigquery: {
    project: "example.com:my-project-123",
    consoleComputeProject: "paying-project",
    stagingDataset: "assay",
    clientEmail: "assay@my-project-123.iam.gserviceaccount.com",
  },
} as const;

test("Snowflake's are filled with what is typed, names quoted where they must be", () => {
  const grant = grantScript("snowflake", "Grant", typed.snowflake, 900);
  expect(grant).toContain('create warehouse if not exists "Quick one" warehouse_size = xsmall');
  expect(grant).toContain("statement_timeout_in_seconds = 900;");
  expect(grant).toContain('grant usage on warehouse "CONSOLE WH" to role ASSAY_ROLE;');
  expect(grant).toContain('grant usage, create table on schema own."as""say" to role ASSAY_ROLE;');
  expect(grantScript("snowflake", "Revoke", typed.snowflake, 900)).toMatch(
    /^drop schema if exists own\."as""say";\ndrop user if exists assay_user;\ndrop role if exists ASSAY_ROLE;/,
  );
});

test("Databricks' name principal, warehouse and the schema with its catalog", () => {
  const grant = grantScript("databricks", "Grant", typed.databricks, 600);
  expect(grant).toContain("grant use schema, create table on schema `main`.`assay` to `6b7a-1`;");
  expect(grant).toContain("grant use catalog on catalog `main` to `6b7a-1`;");
  expect(grant).toContain("CAN USE on SQL warehouse abc123");
  expect(grant).toContain("STATEMENT_TIMEOUT 600");
  expect(grantScript("databricks", "Revoke", typed.databricks, 600)).toContain(
    "drop schema if exists `main`.`assay` cascade;",
  );
});

test("BigQuery's name the account of the key, and both projects that pay", () => {
  const grant = grantScript("bigquery", "Grant", typed.bigquery, 900);
  const member = "serviceAccount:assay@my-project-123.iam.gserviceaccount.com";
  expect(grant).toContain(`gcloud projects add-iam-policy-binding paying-project --member=${member}`);
  expect(grant).toContain(`gcloud projects add-iam-policy-binding example.com:my-project-123 --member`);
  expect(grant).toContain(
    `grant \`roles/bigquery.dataEditor\` on schema \`example.com:my-project-123\`.\`assay\` to "${member}";`,
  );
  expect(grantScript("bigquery", "Grant", {}, 900)).toContain("<client_email of the key>");
});

test("of a key file only the account is read, and of another text nothing", () => {
  const file = JSON.stringify({ client_email: "a@b.iam.gserviceaccount.com", private_key: "canary" });
  expect(emailOfKeyFile(file)).toBe("a@b.iam.gserviceaccount.com");
  expect(emailOfKeyFile('{"client_email":"a; drop"}')).toBeUndefined();
  expect(emailOfKeyFile("-----BEGIN")).toBeUndefined();
});

test.each(["snowflake", "databricks", "bigquery"] as const)(
  "whatever %s's Grant gives, its Revoke takes away, and nothing is written for all tables",
  (provider) => {
    const script = (name: (typeof scriptNames)[number]) =>
      grantScript(provider, name, typed[provider], 900) ?? "";
    expect(script("Grant")).not.toMatch(/\ball (tables|privileges)\b|ownership|future/i);
    for (const name of scriptNames)
      for (const line of script(name).split("\n"))
        expect(line).toMatch(/^(--|\s+initially|create warehouse)|;( {2}--.*)?$/);
    const staging = /on schema (\S+) to/.exec(
      script("Grant")
        .split("\n")
        .findLast((line) => line.includes("on schema")) ?? "",
    )?.[1];
    expect(script("Revoke")).toContain(`drop schema if exists ${staging}`);
  },
);

test.each([
  [
    "snowflake",
    ["SHOP.RAW.EVENTS", 'SHOP."Who saw".SEEN'],
    ["grant usage on database SHOP to", 'schema SHOP."Who saw" to', "table SHOP.RAW.EVENTS to"],
  ],
  [
    "databricks",
    ["lake.shop.events"],
    ["catalog lake to", "schema lake.shop to", "table lake.shop.events to"],
  ],
  ["redshift", ["events", "own.seen"], ["schema public to", "schema own to", "select on public.events to"]],
  [
    "postgres",
    ["events", "own.seen"],
    ["schema own to", "select on public.events to", "select on own.seen to"],
  ],
  ["trino", ["events", "lake.raw.seen"], ["select on hive.shop.events to", "select on lake.raw.seen to"]],
  [
    "bigquery",
    ["`my-project.shop.events`", "raw.seen"],
    ["schema `my-project`.`shop` to", "schema `example.com:paying`.`raw` to"],
  ],
] as const)("%s's give the tables that stored sources read, and none beside", (provider, tables, given) => {
  const grant = grantScript(provider, "Grant", { project: "example.com:paying" }, 60, tables) ?? "";
  for (const part of given) expect(grant).toContain(part);
  expect(grant).not.toMatch(/all tables|<dataset>|one line for each|analytics/i);
});

test("PostgreSQL's let the user write to the staging schema, also where an earlier grant made it read only", () => {
  const script = (settings: object) => grantScript("postgres", "Grant", { ...settings }, 60) ?? "";
  const readOnly = "alter role assay set default_transaction_read_only = on;";
  const reset = "alter role assay reset default_transaction_read_only;";
  expect(script({})).toContain(readOnly);
  expect(script({ stagingSchema: "own" })).toContain(reset);
  expect(script({ stagingSchema: "own" })).not.toContain(readOnly);
  const lines = script({ stagingSchema: "own" }).split("\n");
  expect(missingGrants(lines.join("\n"), "Write staging").map((line) => lines[line - 1])).toEqual([
    "create schema own authorization assay;",
    reset,
  ]);
});
