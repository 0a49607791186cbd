// "Export" of the references: the graph as a picture, everything as text.
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Dependencies } from "#targeting/dependencies/graph.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { dependenciesSummary } from "./dependencies-summary.ts";

async function saveText(dependencies: Dependencies, text: string, extension: "svg" | "md", type: string) {
  const { fileName, saveFile } = await import("#console/foundation/export/save-file.ts");
  const name = fileName(`${dependencies.dependents.start.id}-references`, extension, Date.now());
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

async function saveGraph(dependencies: Dependencies) {
  const [{ graphSvg }, { readExportStyle }] = await Promise.all([
    import("#console/features/gates/dependencies/graph/graph-svg.tsx"),
    import("#console/foundation/export/export-style.ts"),
  ]);
  const svg = await graphSvg(dependencies, dependenciesSummary(dependencies), await readExportStyle());
  await saveText(dependencies, svg, "svg", "image/svg+xml");
}

async function markdownOf(dependencies: Dependencies) {
  const { dependenciesMarkdown } = await import("./dependencies-markdown.ts");
  return dependenciesMarkdown(dependencies, location.href);
}

const saveMarkdown = async (dependencies: Dependencies) =>
  saveText(dependencies, await markdownOf(dependencies), "md", "text/markdown");

const copyMarkdown = async (dependencies: Dependencies) =>
  navigator.clipboard.writeText(await markdownOf(dependencies));

const exports = [
  { label: "Save the graph as SVG", done: "The graph is saved as SVG", run: saveGraph },
  { label: "Save as Markdown", done: "The references are saved as Markdown", run: saveMarkdown },
  { label: "Copy as Markdown", done: "The references are copied as Markdown", run: copyMarkdown },
];

export function ExportMenu({ dependencies }: { dependencies: Dependencies }) {
  const toast = useToast();
  const [failed, setFailed] = useState<{ label: string; reason: string; isMissing: boolean }>();
  const items = exports.map(({ label, done, run }) => ({
    label,
    onSelect: () =>
      void run(dependencies).then(
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
        onClose={() => setFailed(undefined)}
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
