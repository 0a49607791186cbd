import { expect, test } from "vitest";
import type { Json } from "#contract/json5.ts";
import { checkTexts } from "./check-texts.ts";
import { checkWithoutSchema } from "./checked.ts";
import type { Task } from "./checked.ts";

const schema: Json = {
  type: "object",
  required: ["carrier", "cta"],
  properties: {
    carrier: { type: "string" },
    freeFrom: { type: "number" },
    options: { type: "array", items: { $ref: "#/$defs/option" } },
    from: { format: "date" },
    kind: {
      oneOf: [
        { type: "object", required: ["url"], properties: { url: { type: "string" } } },
        { type: "null" },
      ],
    },
    "a.b/c": { type: "boolean" },
  },
  additionalProperties: false,
  $defs: { option: { type: "object", properties: { price: { type: "number", minimum: 0 } } } },
};

const text = `{
  carrier: "PostNord",
  options: [
    { price: 5.9 }, // as agreed
    { price: -1 },
  ],
  freeFrom: "49",
  from: "tomorrow",
  kind: { url: 7 },
  "a.b/c": 0,
  colour: "red",
}`;

const reported = async (task: Task) => {
  const { schema, texts } = await checkTexts(task);
  return {
    schema,
    texts: texts.map((problems, index) =>
      problems.map(
        ({ line, column, start, end, message }) =>
          `${line}:${column} ${task.texts[index]?.slice(start, end)} ${message}`,
      ),
    ),
  };
};

test("every problem with the schema is at the exact token, in the order of the text", async () => {
  expect(await reported({ texts: [text], against: { schema } })).toEqual({
    schema: [],
    texts: [
      [
        "1:1 { Missing property 'cta'",
        "5:14 -1 Must be at least 0",
        '7:13 "49" Expected number, received string',
        '8:9 "tomorrow" Must be a date such as 2026-11-21',
        "9:16 7 Expected string, received number",
        "10:12 0 Expected boolean, received number",
        "11:3 colour Unknown property",
      ],
    ],
  });
});

test("problems carry the path of their value, for the form", async () => {
  const { texts } = await checkTexts({ texts: [text], against: { schema } });
  expect(texts[0]?.map(({ path }) => path)).toEqual([
    [],
    ["options", "1", "price"],
    ["freeFrom"],
    ["from"],
    ["kind", "url"],
    ["a.b/c"],
    ["colour"],
  ]);
});

test("texts that do not parse are reported by the parser alone, the others are checked", async () => {
  expect(
    await reported({ texts: ["{ oops", "{}", "{ a: NaN }"], against: { schema: { required: ["a"] } } }),
  ).toEqual({
    schema: [],
    texts: [
      ["1:3 oops The text ends before its '}'"],
      ["1:1 { Missing property 'a'"],
      ["1:6 NaN NaN has no JSON form"],
    ],
  });
});

test("without a schema only the texts are read", async () => {
  expect(await reported({ texts: ["{ a: 1, a: 2 }"] })).toEqual({
    schema: [],
    texts: [["1:3 a 'a' is given again below; only the last one counts"]],
  });
});

test("a schema that cannot be used says so, and nothing is checked against it", async () => {
  expect(await reported({ texts: ["{}"], against: { schema: { type: "nubmer" } } })).toMatchObject({
    schema: [{ path: "type" }],
    texts: [[]],
  });
});

test("the text of a schema is checked as a schema", async () => {
  const { texts } = await reported({ texts: ['{ properties: { a: { minimum: "3" } } }'], against: "itself" });
  expect(texts).toEqual([['1:31 "3" Expected number, received string']]);
});

test("the problems of the parser are there without those of the schema", () => {
  const { texts } = checkWithoutSchema({
    texts: ["{ a: 1, a: 2 }"],
    against: { schema: { required: ["b"] } },
  });
  expect(texts.map((problems) => problems.length)).toEqual([1]);
});
