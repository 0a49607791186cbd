// Arrows as paths: curves that leave and reach their boxes level, or straight lines with round corners that many share.
import type { PlacedArrow, Point } from "#console/features/gates/dependencies/graph/layout/plan.ts";

/** px that the head of an arrow takes, and of a round corner. */
const head = 6;
const corner = 8;

export interface DrawnArrow extends PlacedArrow {
  readonly path: string;
  readonly headPath: string;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const at = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`;

function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let before = first;
  const parts = rest.map((point) => {
    const half = (before.x + point.x) / 2;
    const part = `C${at({ x: half, y: before.y })} ${at({ x: half, y: point.y })} ${at(point)}`;
    before = point;
    return part;
  });
  return `M${at(first)}${parts.join("")}`;
}

/** The point so far from the corner on the way to the other. */
function near(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length > 0 ? Math.min(corner, length / 2) / length : 0;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function bend(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return "";
  const corners = points.slice(1, -1).map((point, index) => {
    const [before = first, after = last] = [points[index], points[index + 2]];
    return `L${at(near(point, before))}Q${at(point)} ${at(near(point, after))}`;
  });
  return `M${at(first)}${corners.join("")}L${at(last)}`;
}

export function drawnArrow(arrow: PlacedArrow): DrawnArrow {
  const { points, line } = arrow;
  const [before, tip] = [points.at(-2), points.at(-1)];
  if (!before || !tip) return { ...arrow, path: "", headPath: "" };
  const way = tip.x < before.x ? -1 : 1;
  const end = { x: tip.x - way * head, y: tip.y };
  const shaft = [...points.slice(0, -1), end];
  const wings = [-3.5, 3.5].map((by) => at({ x: end.x, y: end.y + by }));
  return {
    ...arrow,
    path: line === "curve" ? curve(shaft) : bend(shaft),
    headPath: `M${wings[0]}L${at(tip)}L${wings[1]}Z`,
  };
}
