// Pieces of a picture one below the other, in as many stacks beside each other as show them largest.
import { moved, type Picture } from "./picture.ts";
import { fitOf, gap, type Point } from "./plan.ts";

interface Stacks {
  readonly stacks: readonly (readonly Picture[])[];
  readonly width: number;
  readonly height: number;
}

/** Pieces one below the other in so many stacks, about equally high. */
export function stacksOf(pieces: readonly Picture[], count: number): Stacks {
  const total = pieces.reduce((sum, { height }) => sum + height + gap.row, 0);
  const stacks: Picture[][] = [];
  let filled = 0;
  for (const piece of pieces) {
    if (filled >= (total / count) * stacks.length) stacks.push([]);
    stacks.at(-1)?.push(piece);
    filled += piece.height + gap.row;
  }
  const heights = stacks.map((stack) => stack.reduce((sum, { height }) => sum + height + gap.row, -gap.row));
  const widths = stacks.map((stack) => Math.max(...stack.map(({ width }) => width)));
  return {
    stacks,
    width: widths.reduce((sum, width) => sum + width + gap.column, 0),
    height: Math.max(0, ...heights),
  };
}

/** The number of stacks with which the picture is shown largest. */
export function bestStacks(pieces: readonly Picture[], beside: number): Stacks {
  const fit = ({ width, height }: Stacks) => fitOf({ width: width + beside, height });
  let best = stacksOf(pieces, 1);
  for (let count = 2; count <= Math.min(pieces.length, 24); count += 1) {
    const next = stacksOf(pieces, count);
    if (fit(next) > fit(best)) best = next;
  }
  return best;
}

/** Sets the stacks beside each other; `lane` is where the arrows to each node run down. */
export function placeStacks({ stacks }: Stacks, from: Point) {
  const pictures: Picture[] = [];
  const lanes = new Map<string, number>();
  let { x } = from;
  for (const stack of stacks) {
    x += gap.column;
    let { y } = from;
    for (const piece of stack) {
      const placed = moved(piece, { x, y });
      pictures.push(placed);
      for (const { node } of placed.nodes) lanes.set(node.key, x - gap.column / 2);
      y += piece.height + gap.row;
    }
    x += Math.max(...stack.map(({ width }) => width));
  }
  return { pictures, lanes, right: x };
}
