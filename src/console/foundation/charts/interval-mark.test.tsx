import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { IntervalPicture, plotInset } from "./interval-mark.tsx";
import { scaleOf } from "./plot-scale.ts";

const width = 200 + 2 * plotInset;
const pathsOf = (delta: number) => {
  const interval = { value: 0, delta, isDashed: true };
  const { container } = render(
    <IntervalPicture interval={interval} scale={scaleOf([-10, 10])} width={width} height={24} />,
  );
  return [...container.querySelectorAll("path")].map((path) => [
    path.getAttribute("stroke-dasharray"),
    path.getAttribute("d"),
  ]);
};

test("a reach around 0 is a dashed line with an end on both sides, and none where it leaves the scale", () => {
  expect(pathsOf(5)).toEqual([["3 3", "M112 12H62m0 -4v8M112 12H162m0 -4v8"]]);
  expect(pathsOf(20)).toEqual([["3 3", "M112 12H12M112 12H212"]]);
});
