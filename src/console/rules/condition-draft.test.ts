import { expect, test } from "vitest";
import { conditionsOfDraft, sentCondition, type ConditionDraft } from "./condition-draft.ts";

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
