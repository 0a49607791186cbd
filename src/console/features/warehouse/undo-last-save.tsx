// One step back for what is not secret. The service keeps it, so that a save of another tab or person can be undone, too.
import type { FormerSettings } from "#contract/warehouse-connection.ts";
import { Time } from "#console/foundation/ui/time.tsx";
import { type Undo, UndoSave } from "./undo-save.tsx";

export function UndoLastSave({ former, undo }: { former: FormerSettings; undo: Undo }) {
  const { settings, savedTime, savedBy } = former;
  return (
    <section aria-label="To undo" className="mt-6 grid gap-3 border-t border-border">
      <h2 className="flex h-12 items-center font-strong">To undo</h2>
      <p className="-mt-3 text-text-muted">
        Last saved by {savedBy}, <Time value={savedTime} relative />. Undo brings back what stood before:
      </p>
      <UndoSave {...undo} savedTime={savedTime} settings={settings} label="Undo the last save" />
    </section>
  );
}
