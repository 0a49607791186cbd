import { expect, test } from "vitest";
import { placeOf } from "./sections.ts";

test("what was learned stands among the experiments", () => {
  expect(placeOf("/demo/learned")).toMatchObject({ section: { path: "experiments" }, id: "What we learned" });
});

test.each([
  ["/demo/gates/a%2Fb", "a/b"],
  ["/demo/gates/%FF", "%FF"],
  ["/demo/gates", undefined],
])("the id in %s is %s, also where it is not well encoded", (address, id) => {
  expect(placeOf(address)).toMatchObject({ company: "demo", section: { path: "gates" }, id });
});
