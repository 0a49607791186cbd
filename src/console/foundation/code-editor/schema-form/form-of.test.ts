import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "#contract/json5.ts";
import type { FormField } from "./form-field.ts";
import { formOf } from "./form-of.ts";

/** A form as lines of text: name, kind and properties. */
function lines(field: FormField, indent = ""): string[] {
  const { kind, title, isRequired, value, mayBeNull } = field;
  const marks = [isRequired ? "*" : "", value === undefined ? "absent" : "", mayBeNull ? "or null" : ""];
  const inner = `${indent}  `;
  const line = (more = "") => `${indent}${[title, kind, more, ...marks].filter(Boolean).join(" ")}`;
  switch (field.kind) {
    case "object":
      return [line(field.mayGrow ? "+" : ""), ...field.fields.flatMap((one) => lines(one, inner))];
    case "list":
      return [line(field.mayGrow ? "+" : ""), ...field.items.flatMap((one) => lines(one, inner))];
    case "choice":
      return [
        line(
          field.forms.map(({ label }, index) => (index === field.chosen ? `[${label}]` : label)).join("|"),
        ),
        ...(field.field ? lines(field.field, inner) : []),
      ];
    case "select":
      return [line(field.options.map(({ label }) => label).join("|"))];
    case "number":
      return [line(field.unit)];
    case "text":
      return [line(field.isLong ? "long" : "")];
    case "text only":
      return [line(`(${field.reason})`)];
    default:
      return [line()];
  }
}

const shown = (schema: Json, value: Json | undefined) =>
  lines(formOf(schema, value)).map((line) => line.trimStart());
const of = (properties: Json, value: Json, more: object = {}) =>
  lines(formOf({ type: "object", properties, ...more }, value))
    .slice(1)
    .map((line) => line.slice(2));

describe("each kind of schema has its field", () => {
  test.each<[string, Json, Json, string[]]>([
    ["a text", { a: { type: "string", title: "Name" } }, { a: "x" }, ["Name text"]],
    ["a long text", { a: { type: "string" } }, { a: "x".repeat(80) }, ["A text long"]],
    [
      "a number with its unit",
      { freeFrom: { type: "number", unit: "€" } },
      { freeFrom: 1 },
      ["Free from number €"],
    ],
    ["a whole number", { a: { type: "integer" } }, { a: 1 }, ["A number"]],
    ["a switch", { a: { type: "boolean" } }, { a: false }, ["A switch"]],
    [
      "nothing for what must not be there",
      { a: false, b: true },
      {},
      ["B text only (The schema does not say what belongs here) absent"],
    ],
    ["what must not be there, and is", { a: false }, { a: 1 }, ["A text only (Not part of the schema)"]],
    ["choices", { a: { enum: ["x", "y", 1] } }, { a: "x" }, ["A select x|y|1"]],
    [
      "choices with names",
      { a: { oneOf: [{ const: 1, title: "One" }, { const: 2 }] } },
      { a: 1 },
      ["A select One|2"],
    ],
    ["what may be null", { a: { type: ["string", "null"] } }, { a: "x" }, ["A text or null"]],
    ["what is null", { a: { type: ["string", "null"] } }, { a: null }, ["A null or null"]],
    [
      "what may be null, as a choice",
      { a: { anyOf: [{ type: "number" }, { type: "null" }] } },
      { a: 1 },
      ["A number or null"],
    ],
    ["one of several types", { a: { type: ["string", "number"] } }, { a: 1 }, ["A number"]],
    [
      "a list",
      { a: { type: "array", items: { type: "string" } } },
      { a: ["x"] },
      ["A list +", "  Item 1 text *"],
    ],
    [
      "a tuple",
      { a: { type: "array", prefixItems: [{ title: "From", type: "number" }], items: false } },
      { a: [1] },
      ["A list", "  From number *"],
    ],
    [
      "an object",
      { a: { properties: { b: { type: "string" } } } },
      { a: {} },
      ["A object", "  B text absent"],
    ],
    [
      "a reference",
      { a: { $ref: "#/properties/b" }, b: { type: "boolean" } },
      { a: true, b: true },
      ["A switch", "B switch"],
    ],
    ["all parts together", { a: { allOf: [{ title: "T" }, { type: "string" }] } }, { a: "x" }, ["T text"]],
    ["what is absent", { a: { type: "array" } }, {}, ["A list absent"]],
    ["a wrong number, to be corrected", { a: { type: "number" } }, { a: "49" }, ["A number"]],
    ["a wrong shape", { a: { type: "array" } }, { a: "x" }, ['A text only (Here it is "x")']],
    ["no type, from the value", { a: {} }, { a: 1 }, ["A number"]],
    ["nothing known", { a: {} }, { a: [1] }, ["A text only (The schema does not say what belongs here)"]],
    [
      "choices that are no plain values",
      { a: { enum: [{}, []] } },
      { a: {} },
      ["A text only (Its choices are no plain values)"],
    ],
    ["names beside the schema", {}, { b: 1 }, ["B number"]],
  ])("%s", (_, properties, value, expected) => expect(of(properties, value)).toEqual(expected));

  test("names that the schema excludes, requires or allows", () => {
    expect(of({ a: { type: "string" } }, { b: 1 }, { additionalProperties: false, required: ["a"] })).toEqual(
      ["A text * absent", "B text only (Not part of the schema)"],
    );
    expect(shown({ type: "object", additionalProperties: { type: "boolean" } }, { x: true })).toEqual([
      "object + *",
      "X switch",
    ]);
  });

  test("no value yet", () => {
    expect(shown({ type: "object", properties: { a: {} } }, undefined)).toEqual(["object * absent"]);
  });
});

const action: Json = {
  oneOf: [
    {
      title: "Link",
      type: "object",
      required: ["kind", "to"],
      properties: { kind: { const: "link" }, to: { type: "string" } },
    },
    {
      title: "Call",
      type: "object",
      required: ["kind", "to"],
      properties: { kind: { const: "call" }, to: { type: "string" } },
    },
    { type: "string" },
  ],
};

describe("a choice between forms", () => {
  test("shows the chosen one, without the constant that names it", () => {
    expect(of({ a: action }, { a: { kind: "call", to: "112" } })).toEqual([
      "A choice Link|[Call]|String",
      "  Call object *",
      "    To text *",
    ]);
  });

  test("keeps what another form has too", () => {
    const form = formOf(action, { kind: "call", to: "112" });
    expect(form.kind === "choice" && form.forms.map(({ value }) => value)).toEqual([
      { kind: "link", to: "112" },
      { kind: "call", to: "112" },
      "",
    ]);
  });

  test("shows none where the value has none", () => {
    expect(of({ a: action }, { a: 5 })).toEqual(["A choice Link|Call|String"]);
  });
});

describe("whatever the schema, there is a form", () => {
  test("circles end", () => {
    const node = { type: "object", properties: { next: { anyOf: [{ $ref: "#" }, { type: "null" }] } } };
    expect(shown(node, { next: { next: null } })).toEqual([
      "object *",
      "Next object or null",
      "Next null or null",
    ]);
    expect(shown({ anyOf: [{ $ref: "#" }, { type: "null" }] }, 1)).toHaveLength(1);
    expect(shown({ oneOf: [{ $ref: "#" }, { $ref: "#" }] }, 1).length).toBeLessThan(30);
  });

  test("deep and long values are left to the text", () => {
    const deep = { type: "array", items: { $ref: "#" } };
    const value = JSON.parse("[".repeat(12) + "]".repeat(12));
    expect(shown(deep, value).at(-1)).toContain("too deep");
    expect(
      shown(
        { items: { type: "number" } },
        Array.from({ length: 101 }, () => 1),
      ),
    ).toEqual(["text only (More than 100 items) *"]);
  });

  test("any schema, any value", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "items",
      "oneOf",
      "anyOf",
      "allOf",
      "$ref",
      "enum",
      "const",
      "required",
      "additionalProperties",
      "title",
      "if",
      "then",
      "default",
    );
    const schema = fc.letrec<{ node: Json }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<Json>(
          true,
          false,
          {},
          { type: "string" },
          { type: "array" },
          { $ref: "#" },
          { const: "a" },
          null,
          "object",
        ),
        fc.dictionary(keyword, tie("node"), { maxKeys: 4 }),
        fc
          .dictionary(fc.constantFrom("a", "b"), tie("node"), { maxKeys: 2 })
          .map((properties) => ({ type: "object", properties })),
        fc.array(tie("node"), { maxLength: 3 }).map((oneOf) => ({ oneOf })),
      ),
    })).node;
    fc.assert(
      fc.property(schema, json, (of, sample) => {
        const value: Json = JSON.parse(JSON.stringify(sample));
        expect(lines(formOf(of, value)).length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });
});
