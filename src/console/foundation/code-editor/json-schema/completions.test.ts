import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "#contract/json5.ts";
import { completionsAt } from "./completions.ts";
import { hoverAt } from "./hover.ts";
import { schemaOfSchemas } from "./schema-of-schemas.ts";

const schema: JsonObject = {
  type: "object",
  required: ["freeFrom"],
  properties: {
    carrier: {
      title: "Carrier",
      description: "Its full name, as Legal asks.",
      type: "string",
      enum: ["PostNord", "DHL"],
      default: "PostNord",
    },
    freeFrom: { type: "number", minimum: 0, description: "Basket value." },
    pickup: { type: "boolean" },
    options: {
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "string" }, "price in €": { type: ["number", "null"] } },
      },
    },
    note: { type: "string" },
    retired: false,
    action: {
      oneOf: [
        { properties: { kind: { const: "link" }, to: { type: "string" } } },
        { properties: { kind: { const: "call" }, number: { type: "string" } } },
      ],
    },
  },
};

/** The cursor position is marked with |. */
const at = (marked: string) => ({ text: marked.replace("|", ""), offset: marked.indexOf("|") });

const offered = (marked: string) => {
  const { text, offset } = at(marked);
  return completionsAt(text, offset, schema).map(({ label }) => label);
};

/** The text after a completion was chosen, with the cursor marked. */
const chosen = (marked: string, label: string) => {
  const { text, offset } = at(marked);
  const found = completionsAt(text, offset, schema).find((completion) => completion.label === label);
  if (!found) throw new Error(`Not offered: ${label}`);
  const inserted = found.snippet.replace("$0", "|").replace(/\\(.)/g, "$1");
  return text.slice(0, found.span.start) + inserted + text.slice(found.span.end);
};

describe("what is offered", () => {
  test.each<[string, string, string[]]>([
    [
      "names, the required ones first",
      "{ | }",
      ["freeFrom", "carrier", "pickup", "options", "note", "action"],
    ],
    [
      "names that are not there yet",
      '{ carrier: "DHL", | pickup: true, options: [] }',
      ["freeFrom", "note", "action"],
    ],
    [
      "names behind a line without a comma",
      "{\n  pickup: true\n  fr| }",
      ["freeFrom", "carrier", "options", "note", "action"],
    ],
    ["values", "{ carrier: | }", ['"PostNord"', '"DHL"']],
    ["values of a half written text", '{ carrier: "P| ', ['"PostNord"', '"DHL"']],
    ["values in the quotes of the text", "{ note: 'x', carrier: | }", ["'PostNord'", "'DHL'"]],
    ["true and false", "{ pickup: t| }", ["true", "false"]],
    ["the names of an item", "{ options: [{ id: 1 }, { | }] }", ["id", "price in €"]],
    ["nothing that is allowed", "{ options: [{ 'price in €': | }] }", ["null"]],
    ["an object for an item", "{ options: [|] }", ["{  }"]],
    ["the names of the chosen form", '{ action: { kind: "call", | } }', ["number"]],
    ["the constant that names a form", "{ action: { kind: | } }", ['"link"', '"call"']],
    ["nothing in a comment", "{ // |\n }", []],
    ["nothing in an open comment", "{ /* |", []],
    [
      "names behind a comment",
      "{ /* x */ | }",
      ["freeFrom", "carrier", "pickup", "options", "note", "action"],
    ],
    ["names in broken text", "{ carrier: ,,: ] pickup: tru : options: [{ | ", ["id", "price in €"]],
  ])("%s", (_, marked, labels) => expect(offered(marked)).toEqual(labels));

  test("with type and description", () => {
    const [first] = completionsAt("{ f }", 3, schema);
    expect(first).toMatchObject({
      detail: "number, at least 0",
      description: "Basket value.",
      isRequired: true,
    });
  });
});

describe("what is written when one is chosen", () => {
  test.each<[string, string, string, string]>([
    ["a name with its default", "{ ca| }", "carrier", '{ carrier: "PostNord" }'],
    ["a text", "{ no| }", "note", '{ note: "|" }'],
    ["a list", "{ op| }", "options", "{ options: [|] }"],
    ["an odd name", "{ options: [{ | }] }", "price in €", '{ options: [{ "price in €": | }] }'],
    ["a name before another", "{ fr| carrier: 1 }", "freeFrom", "{ freeFrom: |, carrier: 1 }"],
    ["another name for a value", "{ no|: 5 }", "carrier", "{ carrier: 5 }"],
    ["names as they are written there", '{ "pickup": true, | }', "note", '{ "pickup": true, "note": "|" }'],
    ["a value", "{ carrier: 'x|' }", "'DHL'", "{ carrier: 'DHL' }"],
  ])("%s", (_, marked, label, text) => expect(chosen(marked, label)).toBe(text));
});

describe("hover", () => {
  const hover = (marked: string) => {
    const { text, offset } = at(marked);
    const found = hoverAt(text, offset, schema);
    return found && { ...found, span: text.slice(found.span.start, found.span.end) };
  };

  test("shows a property's title, type, description, choices and default", () => {
    const carrier = {
      title: "Carrier",
      type: "string",
      description: "Its full name, as Legal asks.",
      facts: ['One of "PostNord", "DHL"', 'Default "PostNord"'],
    };
    expect(hover('{ carr|ier: "DHL" }')).toEqual({ ...carrier, span: "carrier" });
    expect(hover('{ carrier: "D|HL" }')).toEqual({ ...carrier, span: '"DHL"' });
  });

  test("shows nothing where the schema says nothing", () => {
    expect(hover("{ other|: 1 }")).toBeUndefined();
    expect(hover("{ | }")).toBeUndefined();
  });
});

describe("while a schema is typed", () => {
  const inSchema = (marked: string) => {
    const { text, offset } = at(marked);
    return completionsAt(text, offset, schemaOfSchemas).map(({ label }) => label);
  };

  test("its keywords are known at any depth", () => {
    expect(inSchema("{ properties: { price: { ty| } } }")).toContain("type");
    expect(inSchema("{ properties: { price: { type: | } } }")).toContain('"integer"');
    expect(inSchema("{ oneOf: [{ items: { format: | } }] }")).toContain('"date-time"');
    expect(hoverAt("{ multipleOf: 1 }", 5, schemaOfSchemas)?.description).toContain("0.01");
  });
});

test("any text at any place is answered", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "carrier",
          '"',
          "'x'",
          "//",
          "\n",
          "1",
          "options",
          "__proto__",
          " ",
        ),
      ),
      fc.nat(60),
      (parts, offset) => {
        const text = parts.join("");
        const place = Math.min(offset, text.length);
        for (const { span } of completionsAt(text, place, schema))
          expect(span.start <= place && place <= span.end).toBe(true);
        hoverAt(text, place, schema);
      },
    ),
    { numRuns: 2000 },
  );
});
