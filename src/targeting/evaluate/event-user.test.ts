import { expect, test } from "vitest";
import { readPlaces, userOfEvents } from "./event-user.ts";

test("logged attributes go where rules read them, lists as lists", () => {
  const conditions = ["tags", "note", "plan"].map((field) => ({ type: "custom_field", field }));
  const rule = { id: "r", name: "r", passPercentage: 100, conditions: [...conditions, { type: "os_name" }] };
  const metadata = { tags: '["a",1]', note: "[a", plan: "pro", os_name: "iOS" };
  expect(
    userOfEvents({ userID: "u1", timestamp: "7", metadata }, readPlaces([{ rules: [rule] }]), 7),
  ).toEqual({
    userID: "u1",
    time: 7,
    osName: "iOS",
    unrecorded: ["userAgent", "ip"],
    custom: { tags: ["a", 1], note: "[a", plan: "pro" },
  });
});
