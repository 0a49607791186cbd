// Every way of taking results along, by name. The formats load when one is asked for.
import type { Report } from "#console/features/experiments/export/formats/report.ts";
import { fileName, saveFile } from "#console/foundation/export/save-file.ts";

export interface Export {
  label: string;
  /** What is said once it is done. */
  done: string;
  run: (report: Report) => Promise<void>;
}

const types: Record<string, string> = { svg: "image/svg+xml", csv: "text/csv", html: "text/html" };

function save({ experiment }: Report, ending: string, content: Blob | string) {
  const blob =
    typeof content === "string"
      ? new Blob([content], { type: `${types[ending] ?? ""};charset=utf-8` })
      : content;
  saveFile(fileName(experiment.id, ending, Date.now()), blob);
}

const drawn = async (report: Report) => {
  const [{ plotDrawing }, { readLook }] = await Promise.all([
    import("#console/features/experiments/export/formats/plot-svg.ts"),
    import("#console/foundation/export/look.ts"),
  ]);
  return plotDrawing(report, await readLook());
};

export const exports: readonly Export[] = [
  {
    label: "Copy as sentences",
    done: "The verdict is copied",
    run: async (report) => {
      const { sentenceText } = await import("#console/features/experiments/export/formats/report.ts");
      await navigator.clipboard.writeText(sentenceText(report));
    },
  },
  {
    label: "Copy as Markdown",
    done: "The results are copied as Markdown",
    run: async (report) => {
      const { markdownOf } = await import("#console/features/experiments/export/formats/markdown.ts");
      await navigator.clipboard.writeText(markdownOf(report));
    },
  },
  {
    label: "Save the plot as SVG",
    done: "The plot is saved as SVG",
    run: async (report) => {
      const { svgOf } = await import("#console/foundation/charts/drawing.ts");
      save(report, "svg", svgOf(await drawn(report)));
    },
  },
  {
    label: "Save the plot as PNG",
    done: "The plot is saved as PNG",
    run: async (report) => {
      const { pngOf } = await import("#console/foundation/export/png.ts");
      save(report, "png", await pngOf(await drawn(report)));
    },
  },
  {
    label: "Save all numbers as CSV",
    done: "The numbers are saved as CSV",
    run: async (report) => {
      const { csvOf } = await import("#console/features/experiments/export/formats/csv.ts");
      save(report, "csv", csvOf(report));
    },
  },
  {
    label: "Save a review packet",
    done: "The review packet is saved",
    run: async (report) => {
      const [{ packetHtml }, { readLook }] = await Promise.all([
        import("#console/features/experiments/export/report/packet-html.ts"),
        import("#console/foundation/export/look.ts"),
      ]);
      save(report, "html", packetHtml(report, await readLook()));
    },
  },
];
