import { expect, test } from "vitest";
import { columnsFor, ownWidths, plotWidth } from "./columns.ts";

const ids = (width: number, hidden: string[] = []) => columnsFor(width, { hidden }).map(({ id }) => id);
const usual = ownWidths({ metric: 16, group: 24, change: 7, interval: 16 });
const plot = (width: number, own = usual) => plotWidth(width, columnsFor(width, { hidden: [], own }));

/** Width in px that a page leaves beside the rail and its gutters. */
const room = (page: number) => page - 268;

test("the plot is the page: it has the room that the reference screen gives it", () => {
  expect(plot(room(1440))).toBeGreaterThanOrEqual(400);
  expect(plot(room(1366))).toBeGreaterThanOrEqual(330);
});

test("a wide table has every column that is not hidden", () => {
  expect(ids(1172)).toEqual(["metric", "group", "change", "plot", "interval", "p"]);
  expect(ids(1172, ["p"])).toHaveLength(5);
});

test("one test group needs no column, and leaves its room to the metric and the plot", () => {
  const solo = columnsFor(1172, { hidden: [], isSolo: true, own: usual });
  expect(solo.map(({ id }) => id)).not.toContain("group");
  expect(plotWidth(1172, solo)).toBeGreaterThan(plot(1172) + 40);
});

test("short names of groups leave their room to the plot", () => {
  expect(
    plot(1172, ownWidths({ metric: 16, group: 3, change: 7, interval: 16 })) - plot(1172),
  ).toBeGreaterThan(80);
});

test("a narrower one gives up columns, those first that decide least, and keeps the plot readable", () => {
  expect(ids(930)).not.toContain("p");
  expect(ids(930)).toContain("interval");
  // The width at a page of 901 px; narrower pages stack their rows.
  expect(ids(797)).toEqual(["metric", "group", "change", "plot"]);
  for (let width = 797; width < 1600; width += 20) expect(plot(width)).toBeGreaterThanOrEqual(240);
});

test("a wide screen gives long names what they need, and the plot the rest", () => {
  const long = ownWidths({ metric: 28, group: 30, change: 7, interval: 16 });
  const [metric, group] = columnsFor(room(1920), { hidden: [], own: long }).map(({ width }) => width);
  expect(metric).toBe(222);
  expect(group).toBe(236);
  expect(columnsFor(room(1440), { hidden: [], own: long })[1]?.width).toBe(192);
  expect(plot(room(1920), long)).toBeGreaterThan(700);
});
