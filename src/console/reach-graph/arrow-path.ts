// Arrows as curves that leave and reach their boxes level, as effects are read: from left to right.
import { boxHeight, type PlacedArrow, type PlacedBox, type Plan } from "./lay-out.ts";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** px that the head of an arrow takes. */
const head = 6;

export interface Curve extends PlacedArrow {
  readonly path: string;
  readonly headPath: string;
  /** Against the reading direction: it closes a circle. */
  readonly isBack: boolean;
}

const middle = ({ y }: PlacedBox) => y + boxHeight / 2;
const rounded = (value: number) => Math.round(value * 10) / 10;

function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let before = first;
  const parts = rest.map((point) => {
    const half = (before.x + point.x) / 2;
    const part = `C${rounded(half)} ${rounded(before.y)} ${rounded(half)} ${rounded(point.y)} ${rounded(point.x)} ${rounded(point.y)}`;
    before = point;
    return part;
  });
  return `M${rounded(first.x)} ${rounded(first.y)}${parts.join("")}`;
}

export function curvesOf({ boxes, arrows }: Plan): Curve[] {
  const placed = new Map(boxes.map((box) => [box.key, box]));
  return arrows.flatMap((arrow) => {
    const [from, to] = [placed.get(arrow.from), placed.get(arrow.to)];
    if (!from || !to) return [];
    const isBack = to.x <= from.x;
    const way = isBack ? -1 : 1;
    const start = { x: isBack ? from.x : from.x + from.width, y: middle(from) };
    const tip = { x: isBack ? to.x + to.width : to.x, y: middle(to) };
    // Between neighbouring columns the bend that dagre gives says nothing; further ones lead around boxes.
    const bends = arrow.points.length > 3 ? arrow.points.slice(1, -1) : [];
    const end = { x: tip.x - way * head, y: tip.y };
    return [
      {
        ...arrow,
        isBack,
        path: curve([start, ...bends, end]),
        headPath: `M${rounded(end.x)} ${rounded(end.y - 3.5)}L${rounded(tip.x)} ${rounded(tip.y)}L${rounded(end.x)} ${rounded(end.y + 3.5)}Z`,
      },
    ];
  });
}
