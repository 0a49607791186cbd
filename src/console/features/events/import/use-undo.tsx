import { useState, type ReactNode } from "react";
import type { LogImport } from "#contract/log-import.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { agree, formatCount } from "#console/foundation/ui/wording.ts";

const noun = { events: ["event", "events"], exposures: ["exposure", "exposures"] } as const;

/** Such as "1,200 events". */
export function rowsText({ kind, rows }: Pick<LogImport, "kind" | "rows">): string {
  const [one, many] = kind === "exposures" ? noun.exposures : noun.events;
  return `${formatCount(rows)} ${agree(rows, one, many)}`;
}

interface Undo {
  ask: (one: LogImport) => void;
  /** To be rendered by the caller. */
  dialog: ReactNode;
}

/** Asks for confirmation, then removes the rows of an import. */
export function useUndo(done: () => void): Undo {
  const [asked, ask] = useState<LogImport>();
  const undo = useSave("undoImport");
  const toast = useToast();
  const close = () => {
    ask(undefined);
    undo.reset();
  };
  const confirm = () => {
    if (!asked) return;
    const onSuccess = () => {
      toast(`The import is undone: ${rowsText(asked)} left the log`);
      close();
      done();
    };
    undo.mutate({ id: asked.id }, { onSuccess });
  };
  const dialog = asked ? (
    <Dialog
      asks
      onClose={close}
      title={`Undo the import of ${asked.file ?? "the file"}?`}
      description={`${rowsText(asked)} ${agree(asked.rows, "leaves", "leave")} the log, and results are computed again without them. The file can be imported again.`}
      cancelLabel="Keep them"
      action={{
        label: "Undo the import",
        onClick: confirm,
        isDanger: true,
        refusal: undo.isPending ? "The rows are being removed." : undefined,
      }}
    >
      {undo.error ? <FailureNotice error={undo.error} title="It was not undone" /> : null}
    </Dialog>
  ) : null;
  return { ask, dialog };
}
