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

test("by a role Redshift has the role's policy beside the rights of the user, and a field ends no quotation", () => {
  const host = "shop.abc.eu-central-1.redshift.amazonaws.com";
  expect(grantScript("redshift", "Grant", { useAssumeRole: true, host }, 60)).toMatch(
    /GetClusterCredentials[\s\S]*dbuser:shop[\s\S]*create user assay/,
  );
  expect(grantScript("redshift", "Verify", { username: "a'b" }, 60)).toContain("'a''b'");
});
