// A chart as it is drawn on the page, made whole without it: its colours and font are written into the drawing.
import type { Drawing } from "#console/foundation/charts/drawing.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import { inLightTheme, readableColour, readExportStyle } from "#console/foundation/export/export-style.ts";

const inherited = ["fill", "stroke", "stroke-width", "fill-opacity", "font-size", "text-anchor"] as const;
/** px: title and sentence above the chart, and space around all of it. */
const head = 32;
const around = 16;
const width = 480;
const lineHeight = 16;
/** Characters that fit on a line of the sentence. */
const lineLength = 72;

function written(name: (typeof inherited)[number], value: string, scale: number): string {
  if (name === "font-size") return String(Number.parseFloat(value) / scale);
  return (name === "fill" || name === "stroke") && value !== "none" ? readableColour(value) : value;
}

/** A copy with its looks as attributes; letters keep their size when it is drawn `scale` times as large. */
function withOwnColours(svg: SVGSVGElement, scale: number): SVGSVGElement {
  const copy = document.importNode(svg, true);
  const aside = document.createElement("div");
  aside.style.position = "fixed";
  aside.style.visibility = "hidden";
  aside.append(copy);
  // Beside the chart, where its colours mean the same.
  (svg.parentElement ?? document.body).append(aside);
  const elements = [...copy.querySelectorAll<SVGElement>("path, line, rect, circle, text, tspan")];
  const looks = inLightTheme(() =>
    elements.map((element) => {
      const style = getComputedStyle(element);
      return inherited.map((name) => [name, style.getPropertyValue(name)] as const);
    }),
  );
  elements.forEach((element, index) => {
    for (const [name, value] of looks[index] ?? []) element.setAttribute(name, written(name, value, scale));
    element.removeAttribute("class");
    element.removeAttribute("style");
  });
  aside.remove();
  return copy;
}

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

export async function drawingOf(
  svg: SVGSVGElement,
  { title, summary }: { title: string; summary: string },
): Promise<Drawing> {
  const { colours, fontFace } = await readExportStyle();
  const { width: own, height: tall } = svg.getBoundingClientRect();
  const scale = (width - 2 * around) / own;
  const lines = linesOf(summary);
  const top = around + head + lines.length * lineHeight;
  const height = Math.ceil(tall * scale) + top + around;
  const chart = withOwnColours(svg, scale);
  chart.setAttribute("x", String(around));
  chart.setAttribute("y", String(top));
  chart.setAttribute("width", String(own * scale));
  chart.setAttribute("height", String(tall * scale));
  chart.removeAttribute("style");
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
          new XMLSerializer().serializeToString(chart),
        ].join(""),
      },
    ],
  };
}
