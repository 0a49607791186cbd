// Boxes with identical arrows are laid out as one group, so that a wide fan-out becomes a block instead of a long strip.
import { boxHeight, columnsFor, type PlanRequest, type Point } from "./plan.ts";

export interface Group {
  readonly keys: readonly string[];
  readonly width: number;
  readonly height: number;
  /** Number of columns of boxes; 0 for a single box without a frame. */
  readonly columns: number;
}

/** Maximum number of identical boxes that are stacked without a frame. */
const fewest = 8;
/** Space in px between the boxes of a frame, and between them and its edge. */
const padding = 8;

function framed(keys: readonly string[], boxWidth: number): Group {
  const columns = columnsFor(keys.length * boxHeight, boxWidth);
  return {
    keys,
    columns,
    width: padding + columns * (boxWidth + padding),
    height: padding + Math.ceil(keys.length / columns) * (boxHeight + padding),
  };
}

/** Partitions the boxes into groups; the start is always alone in its group. */
export function groupsOf({ keys, arrows, start, boxWidth }: PlanRequest): Group[] {
  const ends = new Map(keys.map((key) => [key, new Array<string>()]));
  for (const { from, to } of arrows) {
    ends.get(from)?.push(`to ${to}`);
    ends.get(to)?.push(`from ${from}`);
  }
  const alike = new Map<string, string[]>();
  for (const [key, names] of ends) {
    const name = key === start ? "start" : names.sort().join("\n");
    alike.set(name, [...(alike.get(name) ?? []), key]);
  }
  return [...alike.values()].flatMap((found) =>
    found.length > fewest
      ? [framed(found, boxWidth)]
      : found.map((key) => ({ keys: [key], columns: 0, width: boxWidth, height: boxHeight })),
  );
}

/** Positions of a group's boxes, by key, given the position of the group. */
export const cornersIn = ({ keys, columns }: Group, { x, y }: Point, boxWidth: number): [string, Point][] =>
  keys.map((key, index) => {
    if (columns === 0) return [key, { x, y }];
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return [
      key,
      { x: x + padding + column * (boxWidth + padding), y: y + padding + row * (boxHeight + padding) },
    ];
  });
