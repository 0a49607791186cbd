// A chart over days that can be saved: as a picture that stands alone, or as the numbers behind it.
import type { ReactElement } from "react";
import { Download } from "lucide-react";
import type { ChartSize } from "#console/foundation/charts/chart-style.ts";
import { DayFigure, type DayFigureProps } from "#console/foundation/charts/day-figure.tsx";
import { svgOf } from "#console/foundation/charts/drawing.ts";
import { pngOf } from "#console/foundation/export/png.ts";
import { csvCell } from "#console/foundation/export/escapes.ts";
import { saveExport } from "#console/foundation/export/save-file.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { figureDrawing, figureSize } from "./figure-drawing.ts";

interface ExportedFigureProps extends Omit<DayFigureProps, "actions" | "draw"> {
  /** The compared things, for the picture. */
  subject: string;
  /** Further words of the picture. */
  shades?: string;
  /** Start of the names of saved files. */
  name: string;
  /** Unrounded, the names of the columns first. */
  rows: readonly (readonly (string | number | undefined)[])[];
  /** Draws the chart with one of its points pointed at, or in the size of its picture. */
  draw: (how: { active?: number | undefined; size?: ChartSize }) => ReactElement;
}

export function ExportedFigure({ subject, shades = "", name, rows, draw, ...figure }: ExportedFigureProps) {
  const { title, summary } = figure;
  const toast = useToast();
  const drawing = () =>
    figureDrawing(draw({ size: figureSize }), {
      title: `${subject}: ${title.toLowerCase()}`,
      summary: `${summary}${shades}`,
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
