import { expect, test } from "vitest";
import { z } from "zod/mini";
import { grantScript } from "./grant-scripts.ts";

const Policy = z.object({
  Statement: z.array(z.object({ Action: z.array(z.string()), Resource: z.array(z.string()) })),
});

test("the policy of Athena holds the places of the form alone, and writes only where results lie", () => {
  const settings = {
    region: "eu-central-1",
    workgroup: "assay",
    roleArn: "arn:aws:iam::111122223333:role/assay-reader",
    externalId: "shop-4711",
    database: "shop",
    queryResultLocation: "s3://results/assay/",
  };
  const script = grantScript("athena", "Grant", settings, 60) ?? "";
  const [trust = "", policy = ""] = [...script.matchAll(/-document '([^']+)'/g)].map(([, text]) => text);
  expect(JSON.parse(trust)).toMatchObject({
    Statement: [{ Condition: { StringEquals: { "sts:ExternalId": "shop-4711" } } }],
  });
  const { Statement: statements } = Policy.parse(JSON.parse(policy));
  const writing = statements.filter(({ Action }) =>
    Action.some((name) => /Put|Delete|Create|Update/.test(name)),
  );
  expect(writing.map(({ Resource }) => Resource)).toEqual([["arn:aws:s3:::results/assay/*"]]);
  expect(statements.flatMap(({ Resource }) => Resource)).toContain(
    "arn:aws:glue:eu-central-1:111122223333:table/shop/*",
  );
  expect(grantScript("athena", "Revoke", settings, 60)).toContain("--role-name 'assay-reader'");
});

/** Resources of the policy in Athena's grant script. */
const resourcesOf = (script: string) => {
  const [, policy = ""] = [...script.matchAll(/-document '([^']+)'/g)].map(([, text]) => text);
  return Policy.parse(JSON.parse(policy)).Statement.flatMap(({ Resource }) => Resource);
};

test("Athena's names the databases of the sources beside that of the form, and where to find their data", () => {
  const settings = {
    region: "eu-central-1",
    database: "shop",
    roleArn: "arn:aws:iam::111122223333:role/assay",
  };
  const tables = ["events", "raw.seen", '"awsdatacatalog"."raw"."orders"'];
  const script = grantScript("athena", "Grant", settings, 60, tables) ?? "";
  const glue = resourcesOf(script).filter((name) => name.includes(":database/"));
  expect(glue).toEqual(
    ["shop", "raw"].map((name) => `arn:aws:glue:eu-central-1:111122223333:database/${name}`),
  );
  expect(script.split("\n").filter((line) => line.includes("glue get-table "))).toEqual(
    [
      ["shop", "events"],
      ["raw", "seen"],
      ["raw", "orders"],
    ].map(
      ([database, table]) =>
        `#   aws glue get-table --region eu-central-1 --database-name '${database}' --name '${table}' --query Table.StorageDescriptor.Location`,
    ),
  );
});

test("Athena's takes the partition, the path of the role and the bucket from the form", () => {
  const settings = {
    region: "cn-north-1",
    database: "shop",
    roleArn: "arn:aws-cn:iam::111122223333:role/teams/data/assay",
    bucket: "assay-own",
  };
  const script = grantScript("athena", "Grant", settings, 60) ?? "";
  expect(script).toContain("--role-name 'assay' --path '/teams/data/' --assume-role-policy-document");
  const resources = resourcesOf(script);
  expect(resources.filter((name) => !name.startsWith("arn:aws-cn:"))).toEqual([]);
  expect(resources).toContain("arn:aws-cn:s3:::assay-own/*");
  expect(script).not.toContain("<results>");
  expect(grantScript("redshift", "Grant", { ...settings, useAssumeRole: true }, 60)).not.toContain(
    "arn:aws:",
  );
});

test("by a role Redshift has the role's policy beside the rights of the user, and a field ends no quotation", () => {
  const host = "shop.abc.eu-central-1.redshift.amazonaws.com";
  expect(grantScript("redshift", "Grant", { useAssumeRole: true, host }, 60)).toMatch(
    /GetClusterCredentials[\s\S]*dbuser:shop[\s\S]*create user assay/,
  );
  expect(grantScript("redshift", "Verify", { username: "a'b" }, 60)).toContain("'a''b'");
});
