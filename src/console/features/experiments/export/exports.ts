// Every export of results, by name. The code of a format is loaded when it is chosen.
import type { ResultsSnapshot } from "#console/features/experiments/export/formats/results-snapshot.ts";
import type { Export } from "#console/foundation/export/exports-menu.tsx";
import { saveExport } from "#console/foundation/export/save-file.ts";

const drawn = async (snapshot: ResultsSnapshot) => {
  const [{ plotDrawing }, { readExportStyle }] = await Promise.all([
    import("#console/features/experiments/export/formats/plot-picture.tsx"),
    import("#console/foundation/export/export-style.ts"),
  ]);
  return plotDrawing(snapshot, await readExportStyle());
};

export const exports: readonly Export<ResultsSnapshot>[] = [
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
      saveExport(snapshot.experiment.id, "svg", svgOf(await drawn(snapshot)));
    },
  },
  {
    label: "Save the plot as PNG",
    done: "The plot is saved as PNG",
    run: async (snapshot) => {
      const { pngOf } = await import("#console/foundation/export/png.ts");
      saveExport(snapshot.experiment.id, "png", await pngOf(await drawn(snapshot)));
    },
  },
  {
    label: "Save all numbers as CSV",
    done: "The numbers are saved as CSV",
    run: async (snapshot) => {
      const { csvOf } = await import("#console/features/experiments/export/formats/csv.ts");
      saveExport(snapshot.experiment.id, "csv", csvOf(snapshot));
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
      saveExport(snapshot.experiment.id, "html", await reportHtml(snapshot, await readExportStyle()));
    },
  },
];
