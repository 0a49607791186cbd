import { expect, test } from "vitest";
import { warehouseFields, type WarehouseField } from "#contract/warehouse-providers.ts";
import { bodyOf, changesOf, problemOf, withEdit, type Draft, type FieldEdit } from "./warehouse-draft.ts";

const fields = [...warehouseFields("snowflake"), ...warehouseFields("redshift")];
const field = (name: string): WarehouseField => {
  const found = fields.find((candidate) => candidate.name === name);
  if (!found) throw new Error(name);
  return found;
};
const value = (text: string): FieldEdit => ({ kind: "value", text });

test("a field that is back at its stored value is not sent", () => {
  const stored = { accountName: "eu1" };
  const draft = withEdit({}, field("accountName"), value("eu2"), stored);
  expect(bodyOf(changesOf(fields, draft), "sent")).toEqual({ accountName: "eu2" });
  expect(withEdit(draft, field("accountName"), value("eu1"), stored)).toEqual({});
});

test("where the service does not answer what is stored, an empty field stays as it is", () => {
  expect(withEdit({}, field("accountName"), value(""), undefined)).toEqual({});
});

test("numbers and switches are sent as what they are", () => {
  const draft: Draft = { port: value("5439"), verifyCA: value("false") };
  expect(bodyOf(changesOf(fields, draft), "sent")).toEqual({ port: 5439, verifyCA: false });
});

test("clearing sends null where the contract takes it, else an empty text", () => {
  const draft: Draft = { privateKey: { kind: "clear" }, serviceUserPassword: { kind: "clear" } };
  expect(bodyOf(changesOf(fields, draft), "sent")).toEqual({ privateKey: null, serviceUserPassword: "" });
});

test("a new secret is hidden in what is shown, and said without its value", () => {
  const draft: Draft = {
    serviceUserPassword: { kind: "replace", text: "hunter2" },
    accountName: value("eu2"),
    keyPassPhrase: { kind: "clear" },
  };
  const changes = changesOf(fields, draft);
  expect(JSON.stringify(bodyOf(changes, "shown"))).not.toContain("hunter2");
  expect(
    changes.map(({ field: { title }, verb, value: to = "" }) => `${title} ${verb} ${to}`.trim()),
  ).toEqual(["Account name becomes eu2", "Key pass phrase is removed", "Password is replaced"]);
});

test("a secret that is not typed yet is neither sent nor said to be replaced", () => {
  expect(changesOf(fields, { privateKey: { kind: "replace", text: "" }, accountName: value("eu2") })).toEqual(
    changesOf(fields, { accountName: value("eu2") }),
  );
});

test("an empty replacement and a port that is no number are named before they are sent", () => {
  expect(problemOf(field("serviceUserPassword"), { kind: "replace", text: "" })).toMatch(
    /Enter the new password/,
  );
  expect(problemOf(field("port"), value(""))).toMatch(/whole number/);
  expect(problemOf(field("port"), value("5439"))).toBeUndefined();
});
