// "Export" in the top bar: the results as they are read now, as text, picture, table or report.
import { ChevronDown, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { type Export, exports } from "./exports.ts";
import type { ResultsSnapshot } from "#console/features/experiments/export/formats/results-snapshot.ts";

export type ExportMenuProps = Omit<ResultsSnapshot, "link">;

export function ExportMenu(props: ExportMenuProps) {
  const toast = useToast();
  const [failed, setFailed] = useState<{ label: string; reason: string; isMissing: boolean }>();
  const [isRunning, setRunning] = useState(false);
  const exportAs = async ({ label, done, run }: Export) => {
    setRunning(true);
    try {
      await run({ ...props, link: location.href });
      toast(done);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "The browser refused.";
      setFailed({ label, reason, isMissing: isMissingPart(error) });
    } finally {
      setRunning(false);
    }
  };
  const items = exports.map((each) => ({ label: each.label, onSelect: () => void exportAs(each) }));
  usePageActions(items);
  return (
    <PageButtons>
      <Menu
        items={items}
        trigger={
          <Button
            aria-label={isRunning ? "Exporting…" : "Export"}
            aria-busy={isRunning}
            className="max-tablet:w-control max-tablet:border-transparent max-tablet:px-0"
          >
            <Download size={16} aria-hidden className="tablet:hidden" />
            <span className="max-tablet:hidden">{isRunning ? "Exporting…" : "Export"}</span>
            <ChevronDown size={14} aria-hidden className="max-tablet:hidden" />
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
          <p className="mt-2 text-text-muted">
            The browser may not allow it here. The other ways in the menu may still work.
          </p>
        )}
      </Dialog>
    </PageButtons>
  );
}
