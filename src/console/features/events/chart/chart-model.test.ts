import { expect, test } from "vitest";
import type { EventCounts, EventSeries } from "#contract/event-answers.ts";
import {
  binAt,
  changesText,
  changeText,
  dayTicks,
  draggedFrom,
  mainChange,
  labelRooms,
  marksByBin,
  movedSpan,
  scaleOf,
  seriesName,
  spanOf,
  spanOfTime,
  timesOf,
  unloggedBefore,
} from "./chart-model.ts";

const series = (part: Partial<EventSeries>): EventSeries => ({
  value: null,
  kind: "value",
  total: 0,
  totalBefore: null,
  counts: [],
  before: null,
  ...part,
});
const counts: EventCounts = {
  from: 105,
  to: 135,
  width: 10,
  times: [100, 110, 120, 130],
  measure: "events",
  series: [],
};

test("lines have a name, and events without the field are told from the others", () => {
  expect(
    [{ kind: "all" }, { kind: "others" }, {}, { value: "card" }].map((part) => seriesName(series(part))),
  ).toEqual(["All", "Others", "None", "card"]);
});

test.for([
  [10, null, undefined],
  [110, 100, "+10\u00a0%"],
  [99, 100, "\u22121\u00a0%"],
  [100, 100, "0\u00a0%"],
  [5, 0, "new"],
  [0, 0, "0\u00a0%"],
] as const)("%s after %s is %s", ([total, totalBefore, text]) => {
  expect(changeText(series({ total, totalBefore }))).toBe(text);
});

test("a drag in either direction takes whole bins, and no time outside of what was asked for", () => {
  expect([-1, 0, 0.49, 1, 2].map((share) => binAt(share, 4))).toEqual([0, 0, 1, 3, 3]);
  expect(timesOf(spanOf(2, 1), counts)).toEqual({ from: 110, to: 130 });
  expect(timesOf(spanOf(0, 3), counts)).toEqual({ from: 105, to: 135 });
});

test("arrow keys move one bin, and with shift they extend what is chosen", () => {
  const start = { ...spanOf(1, 1), anchor: 1, head: 1 };
  const extended = movedSpan(start, -1, 4, true);
  expect(extended).toEqual({ first: 0, last: 1, anchor: 1, head: 0 });
  expect(movedSpan(extended, -1, 4, false)).toEqual({ first: 0, last: 0, anchor: 0, head: 0 });
});

test("a time is the bins that it touches, and none beside the chart", () => {
  const chart = { times: [100, 110, 120, 130], width: 10 };
  expect(spanOfTime({ from: 110, to: 130 }, chart)).toEqual({ first: 1, last: 2 });
  expect(spanOfTime({ from: 50, to: 101 }, chart)).toEqual({ first: 0, last: 0 });
  expect(spanOfTime({ from: 140, to: 150 }, chart)).toBeUndefined();
});

test("a drag near an end of what is chosen moves that end, and elsewhere begins anew", () => {
  const chosen = { first: 2, last: 4 };
  expect(draggedFrom(0.21, 10, chosen, 0.02)).toEqual({ ...chosen, anchor: 4, head: 2 });
  expect(draggedFrom(0.49, 10, chosen, 0.02)).toEqual({ ...chosen, anchor: 2, head: 4 });
  expect(draggedFrom(0.35, 10, chosen, 0.02)).toEqual({ first: 3, last: 3, anchor: 3, head: 3 });
});

const change = (time: number, name: string) => ({ time, name, text: "Rollout 10 % → 60 %" });

test("each change stands at its bin, from the left, and outside of the time nowhere", () => {
  const [black, second, first] = [change(120, "Black week"), change(119, "Express"), change(112, "Express")];
  const marks = [change(135, "Later"), black, second, first, change(103, "Earlier")];
  expect([...marksByBin(marks, counts)]).toEqual([
    [1, [second, first]],
    [2, [black]],
  ]);
});

test("a few changes are told with what changed, and of more the names", () => {
  const few = [change(1, "Express"), change(2, "Cards")];
  expect(changesText(few)).toBe("Express: Rollout 10 % → 60 %; Cards: Rollout 10 % → 60 %");
  expect(changesText([...few, ...few])).toBe("Express, Cards");
});

test.each([
  ["a label stands to the right of its line", [0.3], [{ side: "right", room: 0.7 }]],
  ["and near the end to its left", [0.9], [{ side: "left", room: 0.9 }]],
  [
    "up to the next line",
    [0.2, 0.5],
    [
      { side: "right", room: 0.3 },
      { side: "right", room: 0.5 },
    ],
  ],
  ["or up to the label before", [0.4, 0.8], [{ side: "right", room: 0.4 }, undefined]],
  [
    "but not where another one is",
    [0.5, 0.6, 0.7],
    [{ side: "left", room: 0.5 }, undefined, { side: "right", room: 0.3 }],
  ],
] as const)("%s", (_, lines, rooms) => {
  expect(labelRooms(lines).map((one) => one && { ...one, room: Number(one.room.toFixed(2)) })).toEqual(rooms);
});

test.each([
  [0, []],
  [1, [1]],
  [7, [2, 4, 6]],
  [1999, [500, 1000, 1500]],
  [6900, [2000, 4000, 6000]],
])("up to %d the lines across the plot are at %j", (most, lines) => {
  expect(scaleOf(most)).toEqual(lines);
});

test("the value that makes a rise is named, and none where several share it", () => {
  const all = series({ kind: "all", total: 108, totalBefore: 100 });
  const card = series({ value: "card", total: 50, totalBefore: 51 });
  const invoice = series({ value: "invoice", total: 56, totalBefore: 51 });
  const express = series({ value: "express", total: 40, totalBefore: 31 });
  expect(mainChange({ series: [all, card, invoice, express] })).toEqual({
    series: express,
    name: "express",
    part: "All",
    change: "rise",
  });
  const half = series({ value: "half", total: 40, totalBefore: 36 });
  expect(mainChange({ series: [all, card, half] })).toBeUndefined();
  const without = series({ value: null, total: 60, totalBefore: 48 });
  expect(mainChange({ series: [all, card, without] })?.name).toBe("without a value");
});

test("a part that is the whole says nothing about a rise", () => {
  const all = series({ kind: "all", total: 110, totalBefore: 100 });
  expect(mainChange({ series: [all, series({ total: 110, totalBefore: 100 })] })).toBeUndefined();
});

test("a period before that began without a log is told with the length of it", () => {
  const begun = (before: number[]) => ({ series: [series({ kind: "all", before })] });
  expect(unloggedBefore(begun([0, 0, 0, 1, 1]))).toBe(3);
  expect(unloggedBefore(begun([1, 0, 0, 1, 1]))).toBe(0);
  expect(unloggedBefore(begun([0, 1, 1, 1, 1, 1, 1, 1]))).toBe(0);
});

test("an axis of days has a mark where each day begins", () => {
  const [from, hour] = [new Date(2026, 10, 9).getTime(), 3_600_000];
  const times = Array.from({ length: 12 }, (_, bin) => from + bin * 6 * hour);
  expect(dayTicks({ times, from, to: from + 72 * hour })).toEqual([0, 4, 8]);
  expect(dayTicks({ times, from, to: from + 24 * hour })).toBeUndefined();
});
