// A menu of exports: it reports when each export is done, or why it failed.
import { type ReactElement, useState } from "react";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";

/** One kind of export. */
export interface Export<Exported> {
  label: string;
  /** Shown once the export is done. */
  done: string;
  run: (exported: Exported) => Promise<void>;
}

interface ExportsMenuProps<Exported> {
  exports: readonly Export<Exported>[];
  /** Read when an export starts. */
  exported: () => Exported;
  /** Prefix of the labels in the command palette. */
  subject?: string;
  /** Shown if the browser fails to export. */
  advice: string;
  trigger: (isRunning: boolean) => ReactElement<Record<string, unknown>>;
}

export function ExportsMenu<Exported>(props: ExportsMenuProps<Exported>) {
  const { exports, exported, subject = "", advice, trigger } = props;
  const toast = useToast();
  const [failed, setFailed] = useState<{ label: string; reason: string; isMissing: boolean }>();
  const [isRunning, setRunning] = useState(false);
  const start = async ({ label, done, run }: Export<Exported>) => {
    setRunning(true);
    try {
      // The menu closes first: closing and exporting in one task would be a noticeable delay.
      await new Promise((resolve) => setTimeout(resolve));
      await run(exported());
      toast(done);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "The browser refused.";
      setFailed({ label, reason, isMissing: isMissingPart(error) });
    } finally {
      setRunning(false);
    }
  };
  const items = exports.map((each) => ({ label: each.label, onSelect: () => void start(each) }));
  usePageActions(items.map(({ label, onSelect }) => ({ label: subject + label, onSelect })));
  return (
    <>
      <Menu items={items} trigger={trigger(isRunning)} />
      <Dialog
        open={failed !== undefined}
        onClose={() => setFailed(undefined)}
        title={`This did not work: ${failed?.label ?? ""}`}
      >
        <p>{failed?.reason}</p>
        {failed?.isMissing ? null : <p className="mt-2 text-text-muted">{advice}</p>}
      </Dialog>
    </>
  );
}
