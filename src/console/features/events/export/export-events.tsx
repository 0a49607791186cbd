// Exports the events of a filter: a format is chosen, the file is made while one waits, and waiting can end.
import { Download } from "lucide-react";
import { useState } from "react";
import type { ExportFormat } from "#contract/event-query.ts";
import { download } from "#console/foundation/api/download.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { saveExport } from "#console/foundation/export/save-file.ts";
import { ProgressBar } from "#console/features/events/import/progress-bar.tsx";
import { sizeText } from "#console/features/events/import/import-draft.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useToast } from "#console/foundation/ui/toast.tsx";
import { plural } from "#console/foundation/ui/wording.ts";

const formats: Readonly<Record<ExportFormat, string>> = { csv: "CSV", ndjson: "NDJSON", parquet: "Parquet" };
const order: readonly ExportFormat[] = ["csv", "ndjson", "parquet"];

type Progress = { bytes: number; size?: number | undefined; items?: number | undefined };

interface Running extends Progress {
  readonly format: ExportFormat;
  readonly cancel: AbortController;
  readonly failure?: Error;
}

interface ExportEventsProps {
  filter: Omit<Input<"exportEvents">, "format">;
  /** Names the file, with the day. */
  name: string;
}

const figures = ({ bytes, size, items }: Progress) =>
  bytes === 0
    ? "Waiting for the first events"
    : `${sizeText(bytes)}${size === undefined ? "" : ` of ${sizeText(size)}`}${items === undefined ? "" : ` for ${plural(items, "event")}`}`;

export function ExportEvents({ filter, name }: ExportEventsProps) {
  const [running, setRunning] = useState<Running>();
  const toast = useToast();
  const start = async (format: ExportFormat) => {
    const cancel = new AbortController();
    setRunning({ format, cancel, bytes: 0 });
    let items: number | undefined;
    try {
      const onProgress = (progress: Progress) => {
        items = progress.items;
        setRunning({ format, cancel, ...progress });
      };
      const file = await download({ ...filter, format }, { onProgress, signal: cancel.signal });
      saveExport(name, format, file);
      setRunning(undefined);
      toast(items === undefined ? "The events are exported" : `Exported ${plural(items, "event")}`);
    } catch (error) {
      if (cancel.signal.aborted) return;
      setRunning({
        format,
        cancel,
        bytes: 0,
        failure: error instanceof Error ? error : new Error(String(error)),
      });
    }
  };
  const items = order.map((format) => ({
    label: formats[format],
    onSelect: () => void start(format),
  }));
  usePageActions(items.map(({ label, onSelect }) => ({ label: `Export as ${label}`, onSelect })));
  const close = () => {
    running?.cancel.abort();
    setRunning(undefined);
  };
  return (
    <>
      <Menu items={items} trigger={<Button icon={Download}>Export</Button>} />
      <Dialog
        open={running !== undefined}
        onClose={close}
        title="Exporting the events"
        asks
        cancelLabel={running?.failure ? "Close" : "Cancel"}
        action={
          running?.failure ? { label: "Try again", onClick: () => void start(running.format) } : undefined
        }
      >
        {running?.failure ? (
          <FailureNotice error={running.failure} title="The export ended before it was whole" />
        ) : running ? (
          <ProgressBar
            label={`${formats[running.format]} file`}
            share={running.size === undefined ? undefined : running.bytes / running.size}
          >
            {figures(running)}
          </ProgressBar>
        ) : null}
      </Dialog>
    </>
  );
}
