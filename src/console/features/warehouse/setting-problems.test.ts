import { expect, test } from "vitest";
import { warehouseFields } from "#contract/warehouse-providers.ts";
import { limitFields } from "./limit-fields.ts";
import { settingProblems } from "./setting-problems.ts";
import type { Draft } from "./warehouse-draft.ts";

const problems = (draft: Draft) =>
  Object.fromEntries(
    settingProblems("redshift", [...warehouseFields("redshift"), ...limitFields("redshift")], draft),
  );
const value = (text: string) => ({ kind: "value", text }) as const;

test("every wrong setting is told at once, in the words of the service", () => {
  expect(
    problems({
      host: value("https://shop.example/"),
      port: value("70000"),
      region: value("Frankfurt"),
      username: value("assay"),
      sshPrivateKey: { kind: "replace", text: "no key" },
    }),
  ).toEqual({
    host: "Expected a host name without https:// and without a path",
    port: "Must be at most 65535",
    region: "Expected a region such as eu-central-1",
    sshPrivateKey: "Expected the text of a private key, from -----BEGIN … PRIVATE KEY----- to its END line",
  });
});

test("a text for a number is told as one, and nothing else about it", () => {
  expect(problems({ port: value("54 39") })).toEqual({ port: "Enter a whole number." });
});

test("the bounds of limits are told in the unit they are typed in", () => {
  expect(problems({ "limits.bytesPerStatement": value("2000000"), "limits.seconds": value("900") })).toEqual({
    "limits.bytesPerStatement": "Must be at most 1,000,000 GB",
  });
});
