// Undoes the last save of non-secret settings. The service stores the former settings, so saves from other tabs or people can be undone.
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
