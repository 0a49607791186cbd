// The dialog of a running export: its progress, and a button to cancel it.
import { useEffect, useState } from "react";
import type { ExportFormat } from "#contract/event-query.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { download } from "#console/foundation/api/download.ts";
import { saveExport } from "#console/foundation/export/save-file.ts";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { sizeText } from "#console/features/events/import/import-draft.ts";
import { ProgressBar } from "#console/features/events/import/progress-bar.tsx";

interface Progress {
  readonly bytes: number;
  readonly size?: number | undefined;
  readonly items?: number | undefined;
}

export interface ExportDialogProps {
  filter: Omit<Input<"exportEvents">, "format">;
  /** Name of the file, followed by the date. */
  name: string;
  format: ExportFormat;
  label: string;
  onEnd: () => void;
}

const nothing: Progress = { bytes: 0 };

const figures = ({ bytes, size, items }: Progress) =>
  bytes === 0
    ? "Waiting for the first events"
    : `${sizeText(bytes)}${size === undefined ? "" : ` of ${sizeText(size)}`}${items === undefined ? "" : ` for ${plural(items, "event")}`}`;

export function ExportDialog({ filter, name, format, label, onEnd }: ExportDialogProps) {
  const [progress, setProgress] = useState(nothing);
  const [failure, setFailure] = useState<Error>();
  const [turn, setTurn] = useState(1);
  const toast = useToast();
  const start = async (signal: AbortSignal) => {
    let items: number | undefined;
    const onProgress = (now: Progress) => {
      items = now.items;
      setProgress(now);
    };
    try {
      const file = await download({ ...filter, format }, { onProgress, signal });
      if (signal.aborted) return;
      saveExport(name, format, file);
      toast(items === undefined ? "The events are exported" : `Exported ${plural(items, "event")}`);
      onEnd();
    } catch (error) {
      if (!signal.aborted) setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const run = useEvent((signal: AbortSignal) => void start(signal));
  useEffect(() => {
    const leaving = new AbortController();
    run(leaving.signal);
    return () => leaving.abort();
  }, [run, turn]);
  const again = () => {
    setFailure(undefined);
    setProgress(nothing);
    setTurn(turn + 1);
  };
  const close = () => {
    if (!failure) toast("The export was stopped, and no file was saved");
    onEnd();
  };
  return (
    <Dialog
      onClose={close}
      title="Exporting the events"
      asks
      cancelLabel={failure ? "Close" : "Cancel"}
      action={failure ? { label: "Try again", onClick: again } : undefined}
    >
      {failure ? (
        <FailureNotice error={failure} title="The export ended before it was whole" />
      ) : (
        <ProgressBar
          label={`${label} file`}
          share={progress.size === undefined ? undefined : progress.bytes / progress.size}
        >
          {figures(progress)}
        </ProgressBar>
      )}
    </Dialog>
  );
}
