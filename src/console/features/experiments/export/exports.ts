// Every way of exporting results, by name. The formats load when one is chosen.
import type { ResultsSnapshot } from "#console/features/experiments/export/formats/results-snapshot.ts";
import { fileName, saveFile } from "#console/foundation/export/save-file.ts";

export interface Export {
  label: string;
  /** Said once it is done. */
  done: string;
  run: (snapshot: ResultsSnapshot) => Promise<void>;
}

const types: Record<string, string> = { svg: "image/svg+xml", csv: "text/csv", html: "text/html" };

function save({ experiment }: ResultsSnapshot, ending: string, content: Blob | string) {
  const blob =
    typeof content === "string"
      ? new Blob([content], { type: `${types[ending] ?? ""};charset=utf-8` })
      : content;
  saveFile(fileName(experiment.id, ending, Date.now()), blob);
}

const drawn = async (snapshot: ResultsSnapshot) => {
  const [{ plotDrawing }, { readExportStyle }] = await Promise.all([
    import("#console/features/experiments/export/formats/plot-picture.tsx"),
    import("#console/foundation/export/export-style.ts"),
  ]);
  return plotDrawing(snapshot, await readExportStyle());
};

export const exports: readonly Export[] = [
  {
    label: "Copy as sentences",
    done: "The verdict is copied",
    run: async (snapshot) => {
      const { sentenceText } =
        await import("#console/features/experiments/export/formats/results-snapshot.ts");
      await navigator.clipboard.writeText(sentenceText(snapshot));
    },
  },
  {
    label: "Copy as Markdown",
    done: "The results are copied as Markdown",
    run: async (snapshot) => {
      const { markdownOf } = await import("#console/features/experiments/export/formats/markdown.ts");
      await navigator.clipboard.writeText(markdownOf(snapshot));
    },
  },
  {
    label: "Save the plot as SVG",
    done: "The plot is saved as SVG",
    run: async (snapshot) => {
      const { svgOf } = await import("#console/foundation/charts/drawing.ts");
      save(snapshot, "svg", svgOf(await drawn(snapshot)));
    },
  },
  {
    label: "Save the plot as PNG",
    done: "The plot is saved as PNG",
    run: async (snapshot) => {
      const { pngOf } = await import("#console/foundation/export/png.ts");
      save(snapshot, "png", await pngOf(await drawn(snapshot)));
    },
  },
  {
    label: "Save all numbers as CSV",
    done: "The numbers are saved as CSV",
    run: async (snapshot) => {
      const { csvOf } = await import("#console/features/experiments/export/formats/csv.ts");
      save(snapshot, "csv", csvOf(snapshot));
    },
  },
  {
    label: "Save a report",
    done: "The report is saved",
    run: async (snapshot) => {
      const [{ reportHtml }, { readExportStyle }] = await Promise.all([
        import("#console/features/experiments/export/report/report-html.ts"),
        import("#console/foundation/export/export-style.ts"),
      ]);
      save(snapshot, "html", await reportHtml(snapshot, await readExportStyle()));
    },
  },
];
