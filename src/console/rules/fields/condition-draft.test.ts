import { expect, test } from "vitest";
import {
  conditionsOfDraft,
  sentCondition,
  withOperator,
  withType,
  type ConditionDraft,
} from "./condition-draft.ts";

const draft: ConditionDraft = {
  key: "1",
  type: "custom_field",
  operator: "any",
  field: "orders",
  customID: "",
  values: ["10", "20"],
};

test.each([
  ["any", ["10", "20"]],
  ["gt", ["10"]],
  ["is_null", undefined],
])(
  "of two typed values, %s means %j, and they are there again when the comparison is changed back",
  (operator, sent) => {
    const changed = { ...draft, operator };
    expect(sentCondition(changed).targetValue).toEqual(sent);
    expect(conditionsOfDraft([changed])[0]?.targetValue).toEqual(sent ?? []);
    expect(sentCondition({ ...changed, operator: "any" }).targetValue).toEqual(["10", "20"]);
  },
);

test.each([
  ["v2", []],
  ["2026-12-24", ["2026-12-24"]],
])("a comparison of dates keeps %s only where it is a date", (text, values) => {
  expect(withOperator({ ...draft, values: [text] }, "before").values).toEqual(values);
});

test("the time of asking is compared in ms, whatever was typed before", () => {
  const before = { ...draft, operator: "before" };
  expect(withType({ ...before, values: ["2026-12-24"] }, "time").values).toEqual(["1798070400000"]);
  expect(withType({ ...before, values: [] }, "time").values).toEqual([]);
});

test("a field of another type is not sent, and is there again when the type is changed back", () => {
  const time = withType(draft, "time");
  expect(sentCondition(time)).toEqual({ type: "time", operator: "before", targetValue: [] });
  expect(conditionsOfDraft([time])[0]?.field).toBeUndefined();
  expect(sentCondition(withType(time, "custom_field")).field).toBe("orders");
  expect(sentCondition({ ...draft, type: "of_another_service" }).field).toBe("orders");
});
