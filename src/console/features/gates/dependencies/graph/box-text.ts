// The texts of a box. Text widths are estimated, so that no text has to be rendered in order to be measured.
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import type { DrawnNode } from "./drawing.ts";
import { stateText } from "#console/features/gates/dependencies/model/node-text.ts";

/** Left offset of texts, and free space on their right, in px. */
export const textLeft = 36;
const free = 10;
/** Font sizes in px. */
export const sizes = { name: 13, note: 11, far: 20 } as const;
const [narrowest, widest] = [132, 216];

/** Estimated width in px; East Asian characters and emoji are about twice as wide as others. */
const textWidth = (text: string, size: number) =>
  Array.from(text).reduce(
    (sum, letter) =>
      sum + (/[\u1100-\u11ff\u2e80-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(letter) ? 1.9 : 1),
    0,
  ) *
  (size * 0.545);

/** Common width of all boxes in px, chosen so that most texts fit. */
export const boxWidthFor = (nodes: readonly DrawnNode[]): number =>
  Math.ceil(
    nodes
      .flatMap(({ node, note }) => [textWidth(node.name, sizes.name), textWidth(note, sizes.note)])
      .reduce((width, text) => Math.min(widest, Math.max(width, textLeft + text + free)), narrowest),
  );

/** Shortens a name in the middle so that it fits a box, since the ends distinguish similar names. */
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

/** Second line of a box, such as "Running, day 18". */
export function noteFor(node: DependencyNode, now: number): string {
  const begun = node.consequence === "running experiment" ? node.startTime : undefined;
  return begun && begun <= now
    ? `${stateText(node)}, day ${Math.floor((now - begun) / day) + 1}`
    : stateText(node);
}
