// A chart over days with export as a self-contained picture or as the underlying numbers.
import type { ReactElement } from "react";
import { Download } from "lucide-react";
import type { ChartSize } from "#console/foundation/charts/chart-style.ts";
import { DayFigure, type DayFigureProps } from "#console/foundation/charts/day-figure.tsx";
import { type Drawing, svgOf } from "#console/foundation/charts/drawing.ts";
import { chartMarkup } from "#console/foundation/export/chart-markup.ts";
import { pngOf } from "#console/foundation/export/png.ts";
import { csvCell, xmlText } from "#console/foundation/export/escapes.ts";
import { readExportStyle } from "#console/foundation/export/export-style.ts";
import { saveExport } from "#console/foundation/export/save-file.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";

/** Height of the title above the chart, px. */
const head = 32;
const around = 16;
const width = 720;
const lineHeight = 16;
/** Characters per line of the sentence. */
const lineLength = 110;
/** Size of the chart in the picture, px. */
const figureSize = { width: width - 2 * around, height: 220 };

/** Breaks a sentence into lines, since SVG text does not wrap. */
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

async function figureDrawing(
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

interface ExportedFigureProps extends Omit<DayFigureProps, "actions" | "draw"> {
  /** Names of what is compared, for the picture's title. */
  subject: string;
  /** Prefix of exported file names. */
  name: string;
  /** Unrounded rows for the file; the first holds the column names. */
  rows: readonly (readonly (string | number | undefined)[])[];
  /** Draws the chart, with one point highlighted or at the size of the picture. */
  draw: (how: { active?: number | undefined; size?: ChartSize }) => ReactElement;
}

export function ExportedFigure({ subject, name, rows, draw, ...figure }: ExportedFigureProps) {
  const { title, summary } = figure;
  const toast = useToast();
  const drawing = () =>
    figureDrawing(draw({ size: figureSize }), {
      title: `${subject}: ${title.toLowerCase()}`,
      summary,
    });
  const saveSvg = async () => saveExport(name, "svg", svgOf(await drawing()));
  const savePng = async () => saveExport(name, "png", await pngOf(await drawing()));
  const saveRows = () => {
    const text = rows.map((cells) => cells.map(csvCell).join(",")).join("\r\n");
    saveExport(name, "csv", `${text}\r\n`);
  };
  const failed = () => toast("This browser could not draw the chart: save its numbers instead");
  return (
    <DayFigure
      {...figure}
      draw={(active) => draw({ active })}
      actions={
        <Menu
          trigger={<IconButton size="small" label={`Save ${title}`} icon={Download} />}
          items={[
            { label: "Save as SVG", onSelect: () => void saveSvg().catch(failed) },
            { label: "Save as PNG", onSelect: () => void savePng().catch(failed) },
            { label: "Save the numbers as CSV", onSelect: saveRows },
          ]}
        />
      }
    />
  );
}
