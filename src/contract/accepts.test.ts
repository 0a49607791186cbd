import { expect, test } from "vitest";
import { z } from "zod/mini";
import { accepts } from "./accepts.ts";
import { endpoints } from "./endpoints.ts";

const Row = z.looseObject({
  id: z.string(),
  count: z.nullish(z.number()),
  isOn: z.optional(z.boolean()),
  kind: z.optional(z.enum(["one", "other"])),
  target: z.nullish(z.union([z.string(), z.array(z.number())])),
  values: z.optional(z.record(z.string(), z.unknown())),
  rows: z.optional(z.array(z.looseObject({ name: z.string() }))),
  any: z.optional(z.unknown()),
  share: z.nullish(z.number().check(z.gte(50), z.lte(100))),
  ranges: z.optional(z.array(z.tuple([z.number(), z.number()]))),
});
const Answer = z.looseObject({ message: z.string(), data: z.array(Row) });

const answerOf = (row: object) => ({ message: "Listed.", data: [{ id: "a", ...row }] });

test.each([
  {},
  { count: null, target: null },
  { count: 0, isOn: false, kind: "other", target: "x", values: {}, rows: [], any: null },
  { share: 99, ranges: [[0, 499]] },
  { target: [1, 2], values: { a: 1, b: [null] }, rows: [{ name: "n", more: 1 }], any: {}, unknownField: [1] },
])("accepts %j, which the schema returns as it is", (row) => {
  const value = answerOf(row);
  expect(accepts(Answer, value)).toBe(true);
  expect(Answer.parse(value)).toEqual(value);
});

test.each([
  { id: 1 },
  { id: undefined },
  { count: "1" },
  { isOn: null },
  { kind: "third" },
  { target: [1, "2"] },
  { values: [] },
  { rows: [{}] },
  { rows: {} },
  { share: 49 },
  { ranges: [[0]] },
  { ranges: [[0, 1, 2]] },
])("leaves %j, which the schema refuses, to the schema", (row) => {
  const value = answerOf(row);
  expect(Answer.safeParse(value).success).toBe(false);
  expect(accepts(Answer, value)).toBe(false);
});

test.each([
  [z.number().check(z.gte(5)), 4],
  [z.int(), 1.5],
  [z.optional(z.string()).check(z.refine(() => false)), "a"],
  [z.email(), "a"],
  [z.coerce.string(), 1],
  [z.catch(z.string(), ""), 1],
  [z._default(z.string(), ""), undefined],
  [z.optional(z._default(z.string(), "")), undefined],
  [z.pipe(z.string(), z.transform(Number)), "a"],
  [z.object({ id: z.string() }), { id: "a", more: 1 }],
  [z.strictObject({ id: z.string() }), { id: "a", more: 1 }],
  [z.looseObject({ any: z.unknown() }), {}],
  [z.looseObject({}), JSON.parse('{"__proto__":1}')],
] as const)("leaves a schema that may change or refuse a value to decide itself", (schema, value) => {
  expect(accepts(schema, value)).toBe(false);
});

test("the list of experiments is accepted without its schema", () => {
  const checks = [{ name: "Balance", status: "PASSED", description: "", groups: [] }];
  const groups = [{ id: "a", name: "A", size: 50, parameterValues: { colour: "red" } }];
  const experiment = {
    id: "e",
    name: "E",
    status: "active",
    groups,
    healthChecks: checks,
    winsorization: 99,
  };
  const answerOfList = (data: object[]) => ({
    message: "Experiments listed successfully.",
    data,
    counts: { inUse: 1, archived: 0, values: [], names: [] },
  });
  const { response } = endpoints.listExperiments;
  const answered = answerOfList([experiment]);
  expect(response.safeParse(answered).data).toBe(answered);
  expect(response.safeParse(answerOfList([{ ...experiment, status: null }])).success).toBe(false);
});
