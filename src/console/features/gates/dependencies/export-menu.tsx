// "Export" of the references: the graph as a picture, everything as text.
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Reach } from "#console/features/gates/dependencies/model/reach.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { reachSummary } from "./reach-summary.ts";

async function saveGraph(reach: Reach) {
  const [{ graphSvg }, { readExportStyle }, { fileName, saveFile }] = await Promise.all([
    import("#console/features/gates/dependencies/graph/graph-svg.ts"),
    import("#console/foundation/export/export-style.ts"),
    import("#console/foundation/export/save-file.ts"),
  ]);
  const { dependents, dependencies, experiments } = reach;
  const now = Date.now();
  const file = { walks: [dependencies, dependents], experiments, summary: reachSummary(reach), now };
  const svg = await graphSvg(file, await readExportStyle());
  const name = fileName(`${dependents.start.id}-references`, "svg", now);
  saveFile(name, new Blob([svg], { type: "image/svg+xml;charset=utf-8" }));
}

async function saveMarkdown(reach: Reach) {
  const [{ reachMarkdown }, { fileName, saveFile }] = await Promise.all([
    import("./reach-markdown.ts"),
    import("#console/foundation/export/save-file.ts"),
  ]);
  const name = fileName(`${reach.dependents.start.id}-references`, "md", Date.now());
  saveFile(name, new Blob([reachMarkdown(reach, location.href)], { type: "text/markdown;charset=utf-8" }));
}

async function copyMarkdown(reach: Reach) {
  const { reachMarkdown } = await import("./reach-markdown.ts");
  await navigator.clipboard.writeText(reachMarkdown(reach, location.href));
}

const ways = [
  { label: "Save the graph as SVG", done: "The graph is saved as SVG", run: saveGraph },
  { label: "Save as Markdown", done: "The references are saved as Markdown", run: saveMarkdown },
  { label: "Copy as Markdown", done: "The references are copied as Markdown", run: copyMarkdown },
];

export function ExportMenu({ reach }: { reach: Reach }) {
  const toast = useToast();
  const [failed, setFailed] = useState<{ label: string; reason: string; isMissing: boolean }>();
  const items = ways.map(({ label, done, run }) => ({
    label,
    onSelect: () =>
      void run(reach).then(
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
