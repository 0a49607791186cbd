import { countChanges, type AudienceChange, type Changes } from "#console/editing/diff-merge/changes.ts";
import { ChangesTable } from "#console/editing/diff-merge/changes-table.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

interface SaveSummaryProps {
  name: string;
  version: number | null | undefined;
  /** Changes from the previous version to the stored one. */
  changes: Changes;
  /** Differences between the requested and the stored state; empty where there are none. */
  otherwise: readonly AudienceChange[];
  onUndo: () => void;
  onClose: () => void;
}

/** Shown after a save: tells what the service stored, whether that is what was requested, and offers to undo it. */
export function SaveSummary({ name, version, changes, otherwise, onUndo, onClose }: SaveSummaryProps) {
  const isAsRequested = otherwise.length === 0;
  const count = countChanges(changes);
  return (
    <Notice
      tone={isAsRequested ? "info" : "warning"}
      title={
        isAsRequested
          ? `${name} is saved as you asked${version ? `, version ${version}` : ""}`
          : `${name} is saved, but not as you asked`
      }
      action={
        <>
          <Button size="small" onClick={onUndo}>
            Undo
          </Button>
          <Button size="small" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isAsRequested ? (
        <details>
          <summary className="cursor-pointer">
            {plural(count, "change was stored", "changes were stored")}
          </summary>
          <ChangesTable
            caption="What was stored"
            audiences={changes.audiences}
            before="Before"
            after="Stored"
          />
        </details>
      ) : (
        <ChangesTable caption="Asked, and stored" audiences={otherwise} before="You asked" after="Stored" />
      )}
    </Notice>
  );
}
