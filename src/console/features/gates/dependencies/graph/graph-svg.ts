// The graph as a file of its own: font and colours inside, nothing fetched from elsewhere.
import type { Thing } from "#targeting/dependencies/thing.ts";
import type { Walk } from "#targeting/dependencies/walk-references.ts";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import { kindText } from "#console/features/gates/dependencies/model/thing-words.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import type { Colours, ExportStyle } from "#console/foundation/export/export-style.ts";
import { planOf } from "#console/features/gates/dependencies/graph/layout/plan-of.ts";
import {
  boxHeight,
  type PlacedArrow,
  type PlacedBox,
  type PlacedFrame,
} from "#console/features/gates/dependencies/graph/layout/plan.ts";
import { drawnArrow } from "./arrow-path.ts";
import { boxWidth, noteFor, shortName } from "./box-text.ts";
import { drawingOf } from "./drawing.ts";

/** px */
const margin = 24;
const head = 64;

interface Pen {
  readonly colours: Colours;
  readonly startKey: string;
  readonly noteOf: (thing: Thing) => string;
}

function drawBox(thing: Thing, { x, y, width }: PlacedBox, { colours, startKey, noteOf }: Pen): string {
  const isRunning = thing.consequence === "running experiment";
  const line =
    thing.key === startKey ? colours.accent : isRunning || thing.isMissing ? colours.warning : colours.faint;
  const dashes = thing.isMissing ? ' stroke-dasharray="4 3"' : "";
  const note = isRunning ? `fill="${colours.warning}" font-weight="530"` : `fill="${colours.muted}"`;
  return [
    `<g transform="translate(${x} ${y})">`,
    `<rect width="${width}" height="${boxHeight}" rx="6" fill="${colours.surface}" stroke="${line}"${dashes}/>`,
    `<text x="12" y="17" font-weight="530" fill="${colours.text}">${xmlText(shortName(thing.name))}</text>`,
    `<text x="12" y="32" font-size="11" ${note}>${xmlText(noteOf(thing))}</text>`,
    "</g>",
  ].join("");
}

const drawFrame = ({ x, y, width, height }: PlacedFrame, { colours }: Pen): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${colours.border}" fill-opacity="0.35"/>`;

function drawArrow(arrow: PlacedArrow, { colours }: Pen): string {
  const { path, headPath, isBack } = drawnArrow(arrow);
  const colour = isBack ? colours.warning : colours.faint;
  const dashes = isBack ? ' stroke-dasharray="4 3"' : "";
  return `<path d="${path}" fill="none" stroke="${colour}"${dashes}/><path d="${headPath}" fill="${colour}"/>`;
}

interface GraphFile {
  readonly walks: readonly Walk[];
  readonly experiments: Reach["experiments"];
  readonly summary: string;
  readonly now: number;
}

export async function graphSvg(
  { walks, experiments, summary, now }: GraphFile,
  look: ExportStyle,
): Promise<string> {
  const start = walks[0]?.start;
  const startKey = start?.key ?? "";
  const noteOf = (thing: Thing) =>
    `${kindText[thing.kind]} · ${noteFor(thing, startKey, experiments, now).toLowerCase()}`;
  const pen: Pen = { colours: look.colours, startKey, noteOf };
  const { start: startBox, things, arrows, left } = drawingOf(walks);
  const plan = await planOf({
    boxes: things.map((thing) => ({ key: thing.key, width: boxWidth(thing.name, noteOf(thing)) })),
    arrows,
    start: startBox,
  });
  const boxes = new Map(plan.boxes.map((box) => [box.key, box]));
  const width = Math.ceil(Math.max(plan.width + 2 * margin, 640));
  const height = Math.ceil(plan.height + head + margin);
  const more = left > 0 ? ` ${left} more ${left === 1 ? "is" : "are"} not drawn.` : "";
  const { colours, fontFace } = look;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Inter Variable',Inter,system-ui,sans-serif" font-size="13" font-weight="420">`,
    `<title>${xmlText(`References of ${start?.name ?? ""}`)}</title><desc>${xmlText(summary)}</desc>`,
    `<style>${fontFace}</style><rect width="100%" height="100%" fill="${colours.surface}"/>`,
    `<text x="${margin}" y="30" font-size="15" font-weight="620" fill="${colours.text}">${xmlText(`References of ${start?.name ?? ""}`)}</text>`,
    `<text x="${margin}" y="50" fill="${colours.muted}">${xmlText(summary + more)}</text>`,
    `<g transform="translate(${margin} ${head})">`,
    ...plan.frames.map((frame) => drawFrame(frame, pen)),
    ...plan.arrows.map((arrow) => drawArrow(arrow, pen)),
    ...things.map((thing) => {
      const box = boxes.get(thing.key);
      return box ? drawBox(thing, box, pen) : "";
    }),
    "</g></svg>",
  ].join("");
}
