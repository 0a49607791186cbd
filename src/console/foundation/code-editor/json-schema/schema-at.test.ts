import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#contract/json5.ts";
import { defaultAt, defaultOf } from "./default-of.ts";
import { schemasAt } from "./schema-at.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    carrier: { title: "Carrier", type: "string" },
    options: { prefixItems: [{ title: "First" }], items: { $ref: "#/$defs/option" } },
    tree: { $ref: "#node" },
    action: {
      title: "Action",
      oneOf: [
        { title: "Link", properties: { kind: { const: "link" }, to: { title: "To" } } },
        { title: "Call", properties: { kind: { const: "call" }, to: { title: "Number" } } },
      ],
    },
    both: { allOf: [{ title: "Left", minimum: 1 }, { maximum: 2 }] },
    "a/b": { title: "Odd" },
  },
  patternProperties: { "^x-": { title: "Own" } },
  additionalProperties: { title: "Other" },
  if: { properties: { carrier: { const: "DHL" } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { depot: { title: "Depot" } } },
  $defs: {
    option: { title: "Option", properties: { price: { title: "Price" } } },
    node: { $anchor: "node", title: "Node", properties: { children: { items: { $ref: "#node" } } } },
  },
};

const titles = (path: string[], value: Json = {}) =>
  schemasAt(schema, path, value).flatMap(({ title }) => (title === undefined ? [] : [title]));

describe("the schemas that speak of a path", () => {
  test.each<[string, string[], Json | undefined, string[]]>([
    ["a property", ["carrier"], {}, ["Carrier"]],
    ["an item through a reference", ["options", "3"], { options: [] }, ["Option"]],
    ["a place in a tuple", ["options", "0"], { options: [1] }, ["First"]],
    ["a property of an item", ["options", "1", "price"], { options: [1, {}] }, ["Price"]],
    [
      "a schema that refers to itself",
      ["tree", "children", "0", "children", "0"],
      { tree: { children: [{ children: [{}] }] } },
      ["Node"],
    ],
    ["a pattern", ["x-y"], {}, ["Own"]],
    ["any other name", ["z"], {}, ["Other"]],
    ["all parts", ["both"], {}, ["Left"]],
    ["a name with a slash", ["a/b"], {}, ["Odd"]],
    ["the branch that fits", ["action", "to"], { action: { kind: "call" } }, ["Number"]],
    ["all branches while none is known", ["action", "to"], { action: {} }, ["To", "Number"]],
    ["a condition that holds", ["depot"], { carrier: "DHL" }, ["Other", "Depot"]],
    ["a condition that does not hold", ["depot"], { carrier: "PostNord" }, ["Other"]],
    ["nothing", ["carrier", "x"], {}, []],
  ])("%s", (_, path, value, expected) => expect(titles(path, value)).toEqual(expected));

  test("circles and holes end", () => {
    const circle = {
      $ref: "#",
      allOf: [{ $ref: "#" }, { $ref: "#/allOf/0" }, { $ref: "#/nowhere" }, { $ref: "other.json" }],
      properties: { a: { $ref: "#/%" } },
    };
    expect(schemasAt(circle, ["a", "b"], { a: {} })).toEqual([]);
    expect(schemasAt(true, ["a"], {})).toEqual([]);
    expect(
      schemasAt({ patternProperties: { "(a+)+$": { title: "Slow" }, "(": {} } }, ["a".repeat(40)], {}),
    ).toEqual([]);
  });
});

describe("the value to begin with", () => {
  test.each<[string, Json, Json]>([
    ["its default", { type: "number", default: 5 }, 5],
    ["its constant", { const: "link" }, "link"],
    ["its first choice", { enum: ["a", "b"] }, "a"],
    ["an example", { type: "string", examples: ["Buy"] }, "Buy"],
    ["the nearest to zero", { type: "number", minimum: 3 }, 3],
    ["the nearest to zero from below", { type: "integer", maximum: -2 }, -2],
    ["more than", { type: "integer", exclusiveMinimum: 3 }, 4],
    ["a text", { type: "string" }, ""],
    ["the first type", { type: ["null", "string"] }, null],
    [
      "what is required",
      { properties: { a: { type: "boolean" }, b: { type: "string" } }, required: ["a"] },
      { a: false },
    ],
    [
      "a choice",
      { oneOf: [{ properties: { kind: { const: "x" } }, required: ["kind"] }, { type: "null" }] },
      { kind: "x" },
    ],
    ["a reference", { $ref: "#/$defs/a", $defs: { a: { type: "array" } } }, []],
    ["nothing known", {}, null],
    ["anything", true, null],
  ])("%s", (_, of, value) => expect(defaultOf(of, of)).toEqual(value));

  test("at a path", () => {
    expect(
      defaultAt({ properties: { a: { items: { type: "string", default: "x" } } } }, ["a", "0"], { a: [] }),
    ).toBe("x");
    expect(defaultAt({ type: "object" }, ["a"], {})).toBe(null);
  });

  test("a schema that requires itself ends", () => {
    const endless = { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] };
    expect(JSON.stringify(defaultOf(endless, endless)).length).toBeLessThan(200);
  });
});
