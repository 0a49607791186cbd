// The graph as a file of its own: font and colours inside, nothing fetched from elsewhere.
import type { Dependencies, DependencyNode } from "#targeting/dependencies/graph.ts";
import { kindText } from "#console/features/gates/dependencies/model/node-text.ts";
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
  readonly noteOf: (node: DependencyNode) => string;
}

function drawBox(
  node: DependencyNode,
  { x, y, width }: PlacedBox,
  { colours, startKey, noteOf }: Pen,
): string {
  const isRunning = node.consequence === "running experiment";
  const line =
    node.key === startKey ? colours.accent : isRunning || node.isMissing ? colours.warning : colours.faint;
  const dashes = node.isMissing ? ' stroke-dasharray="4 3"' : "";
  const note = isRunning ? `fill="${colours.warning}" font-weight="530"` : `fill="${colours.muted}"`;
  return [
    `<g transform="translate(${x} ${y})">`,
    `<rect width="${width}" height="${boxHeight}" rx="6" fill="${colours.surface}" stroke="${line}"${dashes}/>`,
    `<text x="12" y="17" font-weight="530" fill="${colours.text}">${xmlText(shortName(node.name))}</text>`,
    `<text x="12" y="32" font-size="11" ${note}>${xmlText(noteOf(node))}</text>`,
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

export async function graphSvg(
  dependencies: Dependencies,
  summary: string,
  look: ExportStyle,
): Promise<string> {
  const now = Date.now();
  const { start } = dependencies.dependents;
  const startKey = start.key;
  const noteOf = (node: DependencyNode) =>
    `${kindText[node.kind]} · ${noteFor(node, startKey, now).toLowerCase()}`;
  const pen: Pen = { colours: look.colours, startKey, noteOf };
  const { nodes, arrows, left } = drawingOf(dependencies);
  const plan = await planOf({
    boxes: nodes.map((node) => ({ key: node.key, width: boxWidth(node.name, noteOf(node)) })),
    arrows,
    start: startKey,
  });
  const boxes = new Map(plan.boxes.map((box) => [box.key, box]));
  const width = Math.ceil(Math.max(plan.width + 2 * margin, 640));
  const height = Math.ceil(plan.height + head + margin);
  const more = left > 0 ? ` ${left} more ${left === 1 ? "is" : "are"} not drawn.` : "";
  const { colours, fontFace } = look;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Inter Variable',Inter,system-ui,sans-serif" font-size="13" font-weight="420">`,
    `<title>${xmlText(`References of ${start.name}`)}</title><desc>${xmlText(summary)}</desc>`,
    `<style>${fontFace}</style><rect width="100%" height="100%" fill="${colours.surface}"/>`,
    `<text x="${margin}" y="30" font-size="15" font-weight="620" fill="${colours.text}">${xmlText(`References of ${start.name}`)}</text>`,
    `<text x="${margin}" y="50" fill="${colours.muted}">${xmlText(summary + more)}</text>`,
    `<g transform="translate(${margin} ${head})">`,
    ...plan.frames.map((frame) => drawFrame(frame, pen)),
    ...plan.arrows.map((arrow) => drawArrow(arrow, pen)),
    ...nodes.map((node) => {
      const box = boxes.get(node.key);
      return box ? drawBox(node, box, pen) : "";
    }),
    "</g></svg>",
  ].join("");
}
