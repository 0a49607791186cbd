// Exports the events of a filter in a chosen format.
import { Download } from "lucide-react";
import { Suspense, useState } from "react";
import type { ExportFormat } from "#contract/event-query.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import type { ExportDialogProps } from "./export-dialog.tsx";

const ExportDialog = lazyPart("The export", async () => (await import("./export-dialog.tsx")).ExportDialog);

const formats: readonly { format: ExportFormat; label: string }[] = [
  { format: "csv", label: "CSV" },
  { format: "ndjson", label: "NDJSON" },
  { format: "parquet", label: "Parquet" },
];

export function ExportEvents(exported: Pick<ExportDialogProps, "filter" | "name">) {
  const [asked, setAsked] = useState<(typeof formats)[number]>();
  const items = formats.map((one) => ({ label: one.label, onSelect: () => setAsked(one) }));
  usePageActions(items.map(({ label, onSelect }) => ({ label: `Export as ${label}`, onSelect })));
  return (
    <>
      <Menu items={items} trigger={<Button icon={Download}>Export</Button>} />
      {asked ? (
        <Suspense>
          <ExportDialog {...exported} {...asked} onEnd={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
