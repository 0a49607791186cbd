import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BandChart, type BandPoint } from "./band-chart.tsx";

const size = { width: 600, height: 300 };
const drawn = (points: readonly BandPoint[]) => {
  const { container } = render(
    <BandChart points={points} domain={[-0.1, 0.3]} ticks={[0, 0.2]} format={String} size={size} />,
  );
  return {
    dots: container.querySelectorAll(".recharts-line-dot").length,
    intervals: container.querySelectorAll(
      ".recharts-reference-line line[stroke='var(--color-neutral-mark)']",
    ),
  };
};

const ahead = [{ label: "2 Nov" }, { label: "3 Nov" }];
const first: BandPoint = { label: "1 Nov", value: 0.1, interval: [-0.05, 0.25], result: "inconclusive" };

test("on the first day of a plan its estimate and interval are drawn, though no line leads from it", () => {
  const { dots, intervals } = drawn([first, ...ahead]);
  expect(dots).toBe(1);
  expect(intervals).toHaveLength(1);
  const { y1, y2 } = Object.fromEntries(
    [...(intervals[0]?.attributes ?? [])].map(({ name, value }) => [name, Number(value)]),
  );
  expect(Math.abs((y1 ?? 0) - (y2 ?? 0))).toBeGreaterThan(100);
});

test("a day alone without an interval has its dot", () => {
  const { dots, intervals } = drawn([{ label: "1 Nov", value: 0.1 }, ...ahead]);
  expect(dots).toBe(1);
  expect(intervals).toHaveLength(0);
});

test("days that follow one another are a line without dots", () => {
  const { dots, intervals } = drawn([first, { ...first, label: "2 Nov" }, { label: "3 Nov" }]);
  expect(dots).toBe(0);
  expect(intervals).toHaveLength(0);
});
