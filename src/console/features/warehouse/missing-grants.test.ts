import { expect, test } from "vitest";
import { grantScript } from "./grant-scripts.ts";
import { linesText, missingGrants } from "./missing-grants.ts";

const script = (provider: "snowflake" | "postgres" | "trino", settings = {}) =>
  grantScript(provider, "Grant", settings, 900) ?? "";
const missing = (text: string, step: string) => {
  const lines = text.split("\n");
  return missingGrants(text, step).map((number) => lines[number - 1]?.replace(/ {2}--.*/, ""));
};

test("a failed step marks the lines that an admin has to run for it", () => {
  const snowflake = script("snowflake", { computeWarehouse: "ASSAY_WH" });
  expect(missing(snowflake, "Compute")).toEqual(["grant usage on warehouse ASSAY_WH to role ASSAY_ROLE;"]);
  expect(missing(snowflake, "Read tables")).toEqual([
    "grant select on table SHOP.ANALYTICS.EVENTS to role ASSAY_ROLE;",
  ]);
  const postgres = script("postgres", { username: "assay", schema: "analytics" });
  expect(missing(postgres, "Catalog")).toEqual(["grant usage on schema analytics to assay;"]);
  expect(missing(postgres, "Sign-in")).toEqual(["create role assay login;"]);
  expect(missing(script("trino"), "Compute")).toEqual([]);
  expect(missingGrants(postgres, undefined)).toEqual([]);
});

test("one line or several are named", () => {
  expect(linesText([7])).toBe("line 7 of the grants");
  expect(linesText([3, 4])).toBe("lines 3, 4 of the grants");
});
