// Finds the box that an arrow key moves to: the nearest one in that direction.
import type { Plan, Point } from "#console/features/gates/dependencies/graph/layout/plan.ts";

const directions = new Map([
  ["ArrowRight", { x: 1, y: 0 }],
  ["ArrowLeft", { x: -1, y: 0 }],
  ["ArrowDown", { x: 0, y: 1 }],
  ["ArrowUp", { x: 0, y: -1 }],
]);

/** Weight of the distance perpendicular to the arrow, so that the movement stays in a column or row. */
const aside = 3;

/** Returns the key of the nearest box; undefined for any other keyboard key or if there is no box in that direction. */
export function boxTowards(boxes: Plan["boxes"], current: string, arrow: string): string | undefined {
  const [direction, from] = [directions.get(arrow), boxes.get(current)];
  if (!direction || !from) return undefined;
  const distanceTo = (to: Point) => {
    const [right, down] = [to.x - from.x, to.y - from.y];
    const ahead = right * direction.x + down * direction.y;
    return ahead > 1 ? ahead + aside * Math.abs(right * direction.y + down * direction.x) : Infinity;
  };
  const [nearest] = [...boxes]
    .map(([key, box]) => ({ key, distance: distanceTo(box) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.key;
}
