// The "Export" menu of the dependencies: the graph as a picture, everything as text.
import { ChevronDown } from "lucide-react";
import type { Dependencies } from "#targeting/dependencies/graph.ts";
import { ExportsMenu } from "#console/foundation/export/exports-menu.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { dependenciesSummary } from "./dependencies-summary.ts";

async function saveText({ dependents }: Dependencies, text: string, ending: "svg" | "md") {
  const { saveExport } = await import("#console/foundation/export/save-file.ts");
  saveExport(`${dependents.start.id}-references`, ending, text);
}

async function saveGraph(dependencies: Dependencies) {
  const [{ graphSvg }, { readExportStyle }] = await Promise.all([
    import("#console/features/gates/dependencies/graph/graph-svg.tsx"),
    import("#console/foundation/export/export-style.ts"),
  ]);
  const svg = await graphSvg(dependencies, dependenciesSummary(dependencies), await readExportStyle());
  await saveText(dependencies, svg, "svg");
}

async function markdownOf(dependencies: Dependencies) {
  const { dependenciesMarkdown } = await import("./dependencies-markdown.ts");
  return dependenciesMarkdown(dependencies, location.href);
}

const saveMarkdown = async (dependencies: Dependencies) =>
  saveText(dependencies, await markdownOf(dependencies), "md");

const copyMarkdown = async (dependencies: Dependencies) =>
  navigator.clipboard.writeText(await markdownOf(dependencies));

const exports = [
  { label: "Save the graph as SVG", done: "The graph is saved as SVG", run: saveGraph },
  { label: "Save as Markdown", done: "The references are saved as Markdown", run: saveMarkdown },
  { label: "Copy as Markdown", done: "The references are copied as Markdown", run: copyMarkdown },
];

export const ExportMenu = ({ dependencies }: { dependencies: Dependencies }) => (
  <ExportsMenu
    exports={exports}
    exported={() => dependencies}
    subject="Dependencies: "
    advice="The browser may not allow it here."
    trigger={() => (
      <Button size="small" aria-label="Export the dependencies">
        Export
        <ChevronDown size={14} aria-hidden />
      </Button>
    )}
  />
);
