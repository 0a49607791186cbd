// A menu of exports: each says when it is done, or why it did not work.
import { type ReactElement, useState } from "react";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { isMissingPart } from "#console/foundation/ui/missing-part.ts";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";

/** One way of exporting something. */
export interface Export<Exported> {
  label: string;
  /** Said once it is done. */
  done: string;
  run: (exported: Exported) => Promise<void>;
}

interface ExportsMenuProps<Exported> {
  exports: readonly Export<Exported>[];
  /** Read when an export begins. */
  exported: () => Exported;
  /** Stands before the labels in the palette. */
  subject?: string;
  /** Shown with a failure of the browser. */
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
      // The menu closes first: both together would be felt.
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
