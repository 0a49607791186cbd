import fc from "fast-check";
import { expect, test } from "vitest";
import { checkAgainstSchema } from "#contract/json-schema.ts";
import { inferSchema, titleOf } from "./infer-schema.ts";

const { $schema, ...inferred } = inferSchema([
  {
    carrier: "PostNord",
    freeFrom: 49,
    options: [
      { id: "a", price: 5.9 },
      { id: "b", price: 0, days: 4 },
    ],
  },
  { carrier: null, freeFrom: 59, cutOff_hour: 15, options: [] },
]);

test("a schema is proposed from present values", () => {
  expect($schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(inferred).toEqual({
    type: "object",
    required: ["carrier", "freeFrom", "options"],
    properties: {
      carrier: { title: "Carrier", type: ["string", "null"] },
      freeFrom: { title: "Free from", type: "integer" },
      options: {
        title: "Options",
        type: "array",
        items: {
          type: "object",
          required: ["id", "price"],
          properties: {
            id: { title: "Id", type: "string" },
            price: { title: "Price", type: "number" },
            days: { title: "Days", type: "integer" },
          },
        },
      },
      cutOff_hour: { title: "Cut off hour", type: "integer" },
    },
  });
});

test("no values, no promises", () => {
  expect(inferSchema([])).toEqual({ $schema });
});

test.each([
  ["free_from", "Free from"],
  ["apiURL", "Api URL"],
  ["x", "X"],
  ["", ""],
])("%j is titled %j", (name, title) => expect(titleOf(name)).toBe(title));

test("the values that a schema was inferred from follow it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 4 }), async (samples) => {
      const values = samples.map((sample) => JSON.parse(JSON.stringify(sample)));
      const verdict = await checkAgainstSchema(inferSchema(values), values);
      expect(verdict.schema).toEqual([]);
      expect(verdict.values.flat()).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
