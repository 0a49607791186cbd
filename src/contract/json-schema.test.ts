import { describe, expect, test, vi } from "vitest";
import { checkAgainstSchema } from "./json-schema.ts";
import type { Json } from "./json5.ts";

const problems = async (schema: Json, value: Json) => {
  const verdict = await checkAgainstSchema(schema, [value]);
  expect(verdict.schema).toEqual([]);
  return verdict.values[0]?.map(({ path, message }) => `${path}: ${message}`);
};

const schemaProblems = async (schema: Json) =>
  (await checkAgainstSchema(schema, [])).schema.map(({ path, message }) => `${path}: ${message}`);

describe("a value against a schema", () => {
  test.each<[string, Json, Json, string[]]>([
    ["a value that fits", { type: "object", required: ["a"] }, { a: 1 }, []],
    [
      "a type",
      { properties: { a: { type: "number" } } },
      { a: "x" },
      ["a: Expected number, received string"],
    ],
    ["several types", { type: ["number", "null"] }, "x", [": Expected number or null, received string"]],
    ["a range", { properties: { a: { minimum: 3 } } }, { a: 2 }, ["a: Must be at least 3"]],
    ["an exclusive range", { exclusiveMaximum: 3 }, 3, [": Must be less than 3"]],
    ["a step", { multipleOf: 5 }, 7, [": Must be a multiple of 5"]],
    ["a list of values", { enum: ["a", 1] }, "b", [': Expected one of "a", 1, received "b"']],
    ["a constant", { const: { a: 1 } }, 2, [': Expected {"a":1}, received 2']],
    [
      "lengths",
      { minLength: 2, pattern: "^b" },
      "a",
      [": Must be at least 2 characters", ": Must match the pattern ^b"],
    ],
    [
      "formats",
      { properties: { from: { format: "date" }, at: { format: "date-time" }, ip: { format: "ipv4" } } },
      { from: "21.11.2026", at: "2026-11-21T10:30:00Z", ip: "1.2.3" },
      ["from: Must be a date such as 2026-11-21", "ip: Must be in the format ipv4"],
    ],
    [
      "items",
      { items: { type: "string" }, maxItems: 1 },
      ["a", 2],
      ["1: Expected string, received number", ": Must have at most 1 items"],
    ],
    [
      "missing properties, each",
      { required: ["a", "cta"] },
      {},
      [": Missing property 'a'", ": Missing property 'cta'"],
    ],
    [
      "a dependent property",
      { dependentRequired: { a: ["b"] } },
      { a: 1 },
      [": Missing property 'b', which 'a' needs"],
    ],
    [
      "unknown properties",
      { properties: { a: true }, additionalProperties: false },
      { a: 1, b: 2 },
      ["b: Unknown property"],
    ],
    [
      "unevaluated properties",
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      ["b: Unknown property"],
    ],
    [
      "names",
      { propertyNames: { maxLength: 2 } },
      { long: 1 },
      [": The property name 'long' is not allowed: Must be at most 2 characters"],
    ],
    [
      "a reference",
      { $ref: "#/$defs/n", $defs: { n: { type: "number" } } },
      "x",
      [": Expected number, received string"],
    ],
    [
      "none of the types",
      { anyOf: [{ type: "string" }, { type: "null" }] },
      1,
      [": Expected string or null, received number"],
    ],
    [
      "the form that fits",
      { oneOf: [{ type: "object", required: ["a"] }, { type: "null" }] },
      {},
      [": Missing property 'a'"],
    ],
    [
      "two forms at once",
      { oneOf: [{ type: "number" }, { minimum: 1 }] },
      2,
      [": Must have exactly one of the forms that the schema allows"],
    ],
    ["a condition", { if: { required: ["a"] }, else: { required: ["b"] } }, {}, [": Missing property 'b'"]],
    ["an excluded form", { not: { required: ["a"] } }, { a: 1 }, [": Has the form that the schema excludes"]],
    [
      "a path with odd names",
      { properties: { "a/b": { properties: { "c~d": { type: "null" } } } } },
      { "a/b": { "c~d": 1 } },
      ["a/b.c~d: Expected null, received number"],
    ],
    ["nothing allowed", false, 1, [": Not allowed by the schema"]],
    [
      "its own name",
      { $id: "https://example.com/banner", $ref: "#/$defs/n", $defs: { n: { type: "null" } } },
      1,
      [": Expected null, received number"],
    ],
  ])("%s", async (_what, schema, value, expected) => {
    expect(await problems(schema, value)).toEqual(expected);
  });

  test("several values are checked by one call, and again by the next", async () => {
    const schema = { $id: "https://example.com/same", type: "number" };
    for (let round = 0; round < 2; round++)
      expect((await checkAgainstSchema(schema, [1, "x"])).values.map((found) => found.length)).toEqual([
        0, 1,
      ]);
  });
});

describe("a schema that cannot be used", () => {
  test("says where it is wrong", async () => {
    expect(await schemaProblems({ properties: { a: { type: "nubmer" } } })).toEqual([
      expect.stringMatching(/^properties\.a\.type: /),
    ]);
    expect(await schemaProblems({ minimum: "3" })).toEqual(["minimum: Expected number, received string"]);
    expect(await schemaProblems("text")).toEqual([expect.stringMatching(/^: Expected object or boolean/)]);
  });

  test.each<[string, Json, string[]]>([
    [
      "a part that is missing",
      { items: { $ref: "#/$defs/item" } },
      ["items.$ref: This schema has no part '#/$defs/item'"],
    ],
    ["an anchor that is missing", { $ref: "#item" }, ["$ref: This schema has no part '#item'"]],
    [
      "another document",
      { $defs: { a: { $ref: "other.json" } }, $ref: "#/$defs/a" },
      ["$defs.a.$ref: 'other.json' is not part of this schema; other documents are not loaded"],
    ],
    [
      "a part of a schema with a name of its own",
      { $ref: "inner", $defs: { a: { $id: "inner", $ref: "#/$defs/gone" }, gone: {} } },
      ["$defs.a.$ref: This schema has no part '#/$defs/gone'"],
    ],
  ])("a reference to %s, as it is written and where it stands", async (_what, schema, expected) => {
    expect(await schemaProblems(schema)).toEqual(expected);
  });

  const core = { "https://json-schema.org/draft/2020-12/vocab/core": true };
  const standard = "https://json-schema.org/draft/2020-12/schema";
  test.each([
    ["a dialect redefined", { $id: standard, $vocabulary: core }, "$id"],
    [
      "deep within",
      { $defs: { a: { $defs: { b: { $id: standard, $vocabulary: core } } } } },
      "$defs.a.$defs.b.$id",
    ],
    [
      "under a keyword that no standard has",
      { mine: [{ $id: `${standard}#`, $vocabulary: core }] },
      "mine.0.$id",
    ],
    [
      "another spelling of the address",
      { $defs: { a: { $id: "HTTPS://JSON-SCHEMA.ORG/draft/2020-12/schema" } } },
      "$defs.a.$id",
    ],
    ["in a value", { default: { $id: standard, $vocabulary: core } }, "default.$id"],
    ["an encoded address", { $id: "https://json-schema%2Eorg/draft/2020-12/schema" }, "$id"],
    ["an address without a scheme", { $id: "//json-schema.org/draft/2020-12/schema" }, "$id"],
    [
      "an unknown vocabulary",
      { $id: "https://example.com/a", $vocabulary: { "https://example.com/v": true } },
      "$vocabulary",
    ],
    [
      "another dialect further down",
      { $defs: { a: { $id: "b", $schema: "https://example.com/a" } } },
      "$defs.a.$schema",
    ],
  ])("%s is refused, and changes no later check", async (_what, schema, path) => {
    expect(await schemaProblems(schema)).toEqual(
      expect.arrayContaining([expect.stringContaining(`${path}: `)]),
    );
    const { values } = await checkAgainstSchema({ type: "object", properties: { a: { type: "string" } } }, [
      { a: 1 },
    ]);
    expect(values).toEqual([[{ path: "a", message: "Expected string, received number" }]]);
  });

  test("a pattern that is no pattern", async () => {
    expect(await schemaProblems({ properties: { a: { pattern: "(" } } })).toEqual([
      "properties.a.pattern: Must be a regular expression",
    ]);
  });

  test("another draft is refused, not guessed", async () => {
    expect(await schemaProblems({ $schema: "http://json-schema.org/draft-07/schema#" })).toEqual([
      expect.stringContaining("Only draft 2020-12 is supported"),
    ]);
  });

  test("nothing is fetched", async () => {
    const fetching = vi.fn(() => Promise.reject(new Error("fetched")));
    vi.stubGlobal("fetch", fetching);
    for (const uri of ["https://example.com/other.json", "other.json", "file:///etc/hostname.schema.json"])
      expect(await schemaProblems({ $ref: uri })).toEqual([
        expect.stringContaining("other documents are not loaded"),
      ]);
    expect(fetching).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});
