// A laid-out part of the graph, with its upper left corner at the origin.
import type { EdgeLabel, Graph, GraphLabel, NodeLabel } from "@dagrejs/dagre";
import type { Area, Arrow, PlacedArrow, Point } from "./plan.ts";

/** A graph whose nodes are groups of boxes, named by the key of their first box. */
export type GroupGraph = Graph<GraphLabel, NodeLabel, EdgeLabel>;

export interface Line extends Arrow, Pick<PlacedArrow, "points" | "isBack"> {}

export interface Block {
  readonly width: number;
  readonly height: number;
  readonly areas: ReadonlyMap<string, Area>;
  readonly lines: readonly Line[];
}

export function moved({ areas, lines, ...size }: Block, by: Point): Block {
  const shift = <P extends Point>(point: P): P => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    ...size,
    areas: new Map([...areas].map(([key, area]) => [key, shift(area)])),
    lines: lines.map((line) => ({ ...line, points: line.points.map(shift) })),
  };
}

/** The midpoints of the left and right sides, where arrows end and begin. */
export const leftOf = ({ x, y, height }: Area): Point => ({ x, y: y + height / 2 });
export const rightOf = ({ x, y, width, height }: Area): Point => ({ x: x + width, y: y + height / 2 });
