// The texts of a box. Widths are estimated, so that no text has to be drawn to be measured.
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import type { DrawnNode } from "./drawing.ts";
import { stateText } from "#console/features/gates/dependencies/model/node-text.ts";

/** px: where texts begin, and what they leave free at the end. */
export const textLeft = 36;
const free = 10;
/** px */
export const sizes = { name: 13, note: 11, far: 20 } as const;
const [narrowest, widest] = [132, 216];

/** px, about; letters of East Asian scripts and pictures are about twice as wide. */
const textWidth = (text: string, size: number) =>
  Array.from(text).reduce(
    (sum, letter) =>
      sum + (/[\u1100-\u11ff\u2e80-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(letter) ? 1.9 : 1),
    0,
  ) *
  (size * 0.545);

/** The width of every box, px, so that most texts have room. */
export const boxWidthFor = (nodes: readonly DrawnNode[]): number =>
  Math.ceil(
    nodes
      .flatMap(({ node, note }) => [textWidth(node.name, sizes.name), textWidth(note, sizes.note)])
      .reduce((width, text) => Math.min(widest, Math.max(width, textLeft + text + free)), narrowest),
  );

/** A name cut to what fits a box; in the middle, since ends tell alike names apart. */
export function cutName(name: string, width: number, size: number): string {
  const room = width - textLeft - free;
  if (textWidth(name, size) <= room) return name;
  const tail = Array.from(name);
  const head = tail.splice(0, Math.ceil(tail.length / 2));
  while (head.length > 1 && textWidth(`${head.join("")}…${tail.join("")}`, size) > room)
    if (head.length > tail.length) head.pop();
    else tail.shift();
  return `${head.join("").trimEnd()}…${tail.join("").trimStart()}`;
}

const day = 24 * 60 * 60 * 1000;

/** The second line of a box: "Running, day 18". */
export function noteFor(node: DependencyNode, now: number): string {
  const begun = node.consequence === "running experiment" ? node.startTime : undefined;
  return begun && begun <= now
    ? `${stateText(node)}, day ${Math.floor((now - begun) / day) + 1}`
    : stateText(node);
}
