// The texts of a box and the width they need. Widths are estimated, so that no text has to be drawn to be measured.
import type { DependencyNode } from "#targeting/dependencies/graph.ts";
import { stateText } from "#console/features/gates/dependencies/model/node-text.ts";

/** px that the icon and both edges take. */
const aroundText = 34 + 12;
const [narrowest, widest] = [116, 216];
const ofName = 7.1;
const ofNote = 5.9;

/** Letters of East Asian scripts and pictures are about twice as wide. */
const units = (text: string) =>
  Array.from(text).reduce(
    (sum, letter) =>
      sum + (/[\u1100-\u11ff\u2e80-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(letter) ? 1.9 : 1),
    0,
  );

export const boxWidth = (name: string, note: string): number =>
  Math.round(
    Math.min(
      widest,
      Math.max(narrowest, aroundText + units(name) * ofName, aroundText + units(note) * ofNote),
    ),
  );

function cut(name: string, room: number): string {
  if (units(name) <= room) return name;
  const letters = Array.from(name);
  while (letters.length > 1 && units(letters.join("")) > room - 1) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** A name cut to what fits a box. */
export const shortName = (name: string): string => cut(name, (widest - aroundText) / ofName);

/** px; what is seen from afar is written large. */
export const farSize = 20;
/** Where it begins, and what is left free at the end. */
export const farLeft = 38;

/** A name cut to what fits a box of that width when it is written large; in the middle, since ends tell alike names apart. */
export function farName(name: string, width: number): string {
  const room = (width - farLeft - 10) / ((ofName * farSize) / 13);
  if (units(name) <= room) return name;
  const letters = Array.from(name);
  const [head, tail] = [letters.splice(0, Math.ceil(letters.length / 2)), letters];
  while (head.length > 1 && units([...head, ...tail].join("")) > room - 1)
    if (head.length > tail.length) head.pop();
    else tail.shift();
  return `${head.join("").trimEnd()}…${tail.join("").trimStart()}`;
}

const day = 24 * 60 * 60 * 1000;

/** The second line of a box: "Running, day 18". */
export function noteFor(node: DependencyNode, startKey: string, now: number): string {
  if (node.key === startKey) return "This gate";
  const begun = node.consequence === "running experiment" ? node.startTime : undefined;
  return begun && begun <= now
    ? `${stateText(node)}, day ${Math.floor((now - begun) / day) + 1}`
    : stateText(node);
}
