import { expect, test } from "vitest";
import { columnsFor, ownWidths, plotWidth } from "./columns.ts";

const ids = (width: number, hidden: string[] = []) => columnsFor(width, hidden).map(({ id }) => id);

test("a wide table has every column that is not hidden", () => {
  expect(ids(1172)).toHaveLength(10);
  expect(ids(1172, ["p", "units"])).toHaveLength(8);
});

test("where there is room the units of the control stand beside those of the test group", () => {
  const units = (width: number) => columnsFor(width, []).find(({ id }) => id === "units");
  expect(units(1172)).not.toHaveProperty("hasControl");
  expect(units(1400)).toMatchObject({ hasControl: true, header: "Units, control / test" });
});

test("short names of groups leave their room to the plot", () => {
  const plot = (groups: string[]) => plotWidth(1172, columnsFor(1172, [], ownWidths(groups, "percent")));
  expect(plot(["Bar"]) - plot(["One page and express pay"])).toBeGreaterThan(80);
});

test("a narrower one gives up columns, those first that decide least, and keeps the plot readable", () => {
  expect(ids(1080)).not.toContain("detectable");
  expect(ids(980)).toContain("interval");
  expect(ids(660)).toEqual(["metric", "group", "change", "result", "plot"]);
  for (let width = 700; width < 1600; width += 20)
    expect(plotWidth(width, columnsFor(width, []))).toBeGreaterThanOrEqual(150);
});
