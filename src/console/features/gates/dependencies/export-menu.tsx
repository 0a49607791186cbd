// "Export" of the references: the graph as a picture, everything as text.
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Dependencies } from "#console/features/gates/dependencies/model/dependencies.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { dependenciesSummary } from "./dependencies-summary.ts";

async function saveGraph(dependencyGraphs: Dependencies) {
  const [{ graphSvg }, { readExportStyle }, { fileName, saveFile }] = await Promise.all([
    import("#console/features/gates/dependencies/graph/graph-svg.ts"),
    import("#console/foundation/export/export-style.ts"),
    import("#console/foundation/export/save-file.ts"),
  ]);
  const { dependents, dependencies, experiments } = dependencyGraphs;
  const now = Date.now();
  const file = {
    graphs: [dependencies, dependents],
    experiments,
    summary: dependenciesSummary(dependencyGraphs),
    now,
  };
  const svg = await graphSvg(file, await readExportStyle());
  const name = fileName(`${dependents.start.id}-references`, "svg", now);
  saveFile(name, new Blob([svg], { type: "image/svg+xml;charset=utf-8" }));
}

async function saveMarkdown(dependencyGraphs: Dependencies) {
  const [{ dependenciesMarkdown }, { fileName, saveFile }] = await Promise.all([
    import("./dependencies-markdown.ts"),
    import("#console/foundation/export/save-file.ts"),
  ]);
  const name = fileName(`${dependencyGraphs.dependents.start.id}-references`, "md", Date.now());
  saveFile(
    name,
    new Blob([dependenciesMarkdown(dependencyGraphs, location.href)], {
      type: "text/markdown;charset=utf-8",
    }),
  );
}

async function copyMarkdown(dependencyGraphs: Dependencies) {
  const { dependenciesMarkdown } = await import("./dependencies-markdown.ts");
  await navigator.clipboard.writeText(dependenciesMarkdown(dependencyGraphs, location.href));
}

const ways = [
  { label: "Save the graph as SVG", done: "The graph is saved as SVG", run: saveGraph },
  { label: "Save as Markdown", done: "The references are saved as Markdown", run: saveMarkdown },
  { label: "Copy as Markdown", done: "The references are copied as Markdown", run: copyMarkdown },
];

export function ExportMenu({ dependencyGraphs }: { dependencyGraphs: Dependencies }) {
  const toast = useToast();
  const [failed, setFailed] = useState<{ label: string; reason: string; isMissing: boolean }>();
  const items = ways.map(({ label, done, run }) => ({
    label,
    onSelect: () =>
      void run(dependencyGraphs).then(
        () => toast(done),
        (error: unknown) =>
          setFailed({
            label,
            reason: error instanceof Error ? error.message : "The browser refused.",
            isMissing: isMissingPart(error),
          }),
      ),
  }));
  usePageActions(items.map((item) => ({ ...item, label: `References: ${item.label}` })));
  return (
    <>
      <Menu
        items={items}
        trigger={
          <Button size="small" aria-label="Export the references">
            Export
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      />
      <Dialog
        open={failed !== undefined}
        onOpenChange={() => setFailed(undefined)}
        title={`This did not work: ${failed?.label ?? ""}`}
      >
        <p>{failed?.reason}</p>
        {failed?.isMissing ? null : (
          <p className="mt-2 text-text-muted">The browser may not allow it here.</p>
        )}
      </Dialog>
    </>
  );
}
