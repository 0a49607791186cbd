// Which box the arrow keys lead to: the nearest one in that direction.
import { boxHeight, type PlacedBox } from "#console/features/gates/dependencies/graph/layout/plan.ts";

const directions: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

const centre = ({ x, y, width }: PlacedBox) => ({ x: x + width / 2, y: y + boxHeight / 2 });

/** What lies aside counts three times, so that a column or a row is followed. */
const aside = 3;

export function boxTowards(boxes: readonly PlacedBox[], key: string | undefined, arrow: string) {
  const direction = directions[arrow];
  const current = boxes.find((box) => box.key === key);
  if (!direction || !current) return undefined;
  const from = centre(current);
  const ranked = boxes.flatMap((box) => {
    const to = centre(box);
    const ahead = (to.x - from.x) * direction.x + (to.y - from.y) * direction.y;
    const off = Math.abs((to.x - from.x) * direction.y) + Math.abs((to.y - from.y) * direction.x);
    return box !== current && ahead > 1 ? [{ box, distance: ahead + aside * off }] : [];
  });
  return ranked.sort((left, right) => left.distance - right.distance)[0]?.box;
}
