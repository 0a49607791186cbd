// Exports one chart: as a picture, or as the numbers behind it.
import type { ReactElement } from "react";
import { Download } from "lucide-react";
import { svgOf } from "#console/foundation/charts/drawing.ts";
import { pngOf } from "#console/foundation/export/png.ts";
import { csvCell } from "#console/foundation/export/escapes.ts";
import { fileName, saveFile } from "#console/foundation/export/save-file.ts";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { figureDrawing } from "./figure-drawing.ts";

export type Cells = readonly (string | number | undefined)[];

interface FigureExportMenuProps {
  /** The chart in the size of its picture. */
  chart: ReactElement;
  title: string;
  /** Title and sentence of the picture, which stands alone. */
  heading: string;
  summary: string;
  /** Start of the file's name. */
  name: string;
  /** Unrounded, the names of the columns first. */
  rows: readonly Cells[];
}

export function FigureExportMenu({ chart, title, heading, summary, name, rows }: FigureExportMenuProps) {
  const toast = useToast();
  const save = (ending: string, content: Blob) => saveFile(fileName(name, ending, Date.now()), content);
  const draw = async (ending: "svg" | "png") => {
    const drawing = await figureDrawing(chart, { title: heading, summary });
    save(
      ending,
      ending === "png" ? await pngOf(drawing) : new Blob([svgOf(drawing)], { type: "image/svg+xml" }),
    );
  };
  const saveRows = () => {
    const text = rows.map((cells) => cells.map(csvCell).join(",")).join("\r\n");
    save("csv", new Blob([`${text}\r\n`], { type: "text/csv;charset=utf-8" }));
  };
  const failed = () => toast("This browser could not draw the chart: save its numbers instead");
  return (
    <Menu
      trigger={<IconButton size="small" label={`Save ${title}`} icon={<Download size={14} aria-hidden />} />}
      items={[
        { label: "Save as SVG", onSelect: () => void draw("svg").catch(failed) },
        { label: "Save as PNG", onSelect: () => void draw("png").catch(failed) },
        { label: "Save the numbers as CSV", onSelect: saveRows },
      ]}
    />
  );
}
