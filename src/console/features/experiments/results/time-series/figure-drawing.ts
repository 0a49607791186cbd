// A chart of the page as a picture of its own, under its title and sentence.
import type { ReactElement } from "react";
import type { Drawing } from "#console/foundation/charts/drawing.ts";
import { chartMarkup } from "#console/foundation/export/chart-markup.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import { readExportStyle } from "#console/foundation/export/export-style.ts";

/** px: title and sentence above the chart, and space around all of it. */
const head = 32;
const around = 16;
const width = 480;
const lineHeight = 16;
/** Characters that fit on a line of the sentence. */
const lineLength = 72;
/** px of the chart in its picture. */
export const figureSize = { width: width - 2 * around, height: 144 };

/** A drawing breaks no lines by itself. */
function linesOf(sentence: string): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= lineLength)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export async function figureDrawing(
  chart: ReactElement,
  { title, summary }: { title: string; summary: string },
): Promise<Drawing> {
  const { colours, fontFace } = await readExportStyle();
  const lines = linesOf(summary);
  const top = around + head + lines.length * lineHeight;
  const height = figureSize.height + top + around;
  const text = (y: number, size: number, colour: string, weight: number, words: string) =>
    `<text x="${around}" y="${y}" font-size="${size}" fill="${colour}" font-weight="${weight}">${xmlText(words)}</text>`;
  return {
    width,
    height,
    ground: colours.surface,
    style: fontFace,
    words: `<title>${xmlText(title)}</title><desc>${xmlText(summary)}</desc>`,
    bands: [
      {
        top: 0,
        height,
        svg: [
          text(around + 14, 14, colours.text, 600, title),
          ...lines.map((line, index) => text(around + 34 + index * lineHeight, 12, colours.muted, 400, line)),
          `<g transform="translate(${around} ${top})">${chartMarkup(chart, colours)}</g>`,
        ].join(""),
      },
    ],
  };
}
