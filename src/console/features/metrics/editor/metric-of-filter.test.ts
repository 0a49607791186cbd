import { expect, test } from "vitest";
import { metricOfFilter } from "./metric-of-filter.ts";

test("the names and conditions of a filter become the events of a metric, and the rest is said", () => {
  const { draft, left } = metricOfFilter({
    name: ["order", "refund"],
    where: "value >= 50 and country is DE, SE and user.plan is pro and note exists",
    source: "web",
    from: "-30d",
  });
  const criteria = [
    { type: "value", column: "", condition: ">=", values: ["50"] },
    { type: "metadata", column: "country", condition: "in", values: ["DE", "SE"] },
    { type: "metadata", column: "note", condition: "non_null", values: [] },
  ];
  expect(draft.events).toMatchObject([
    { name: "order", part: "count", criteria },
    { name: "refund", part: "count", criteria },
  ]);
  expect(left).toEqual(["user.plan is pro", "the source web", "the time"]);
});

test("a condition on the name names the event, and a filter that cannot be read is said", () => {
  expect(metricOfFilter({ where: "name is order and plan is pro" })).toMatchObject({
    draft: { events: [{ name: "order", criteria: [{ column: "plan" }] }] },
    left: [],
  });
  expect(metricOfFilter({ where: "country" }).left).toEqual(["country", "events of every name"]);
  expect(metricOfFilter(7).draft.events).toMatchObject([{ name: "" }]);
});
