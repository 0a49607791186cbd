import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { LogImport } from "#contract/log-import.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { sizeText } from "./import-draft.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ProgressBar } from "./progress-bar.tsx";

interface RunningImportProps {
  id: string;
  onAgain: () => void;
  onColumns: (() => void) | undefined;
  onSkipBad: (() => void) | undefined;
  /** Called once, if the import has stored rows. */
  onStored: () => void;
}

/** ms between two polls. */
const interval = 400;

const isUnderWay = (one: LogImport | undefined) => one?.state === "waiting" || one?.state === "running";

/** Parquet is not read sequentially, so there is no progress for it. */
const shareOf = ({ read, size, file }: LogImport) =>
  size && !file?.endsWith(".parquet") ? Math.min(1, (read ?? 0) / size) : undefined;

export function RunningImport({ id, onStored, ...ways }: RunningImportProps) {
  const { data, error, refetch } = useQuery({
    ...query("readImport", { id }),
    refetchInterval: ({ state }) =>
      isUnderWay(state.data?.data) && !isNotFound(state.error) ? interval : false,
  });
  const cancel = useSave("cancelImport");
  const found = data?.data;
  const stored = useEffectEvent(onStored);
  const isStored = found?.state === "stored";
  useEffect(() => {
    if (isStored) stored();
  }, [isStored]);
  if (isNotFound(error))
    return (
      <Notice
        tone="danger"
        title="Nothing was imported"
        action={
          <>
            {ways.onColumns ? <Button onClick={ways.onColumns}>Change the columns</Button> : null}
            <Button onClick={ways.onAgain}>Import another file</Button>
          </>
        }
      >
        The service does not know this import any more: it was restarted before the end, or the import was
        undone.
      </Notice>
    );
  if (!found)
    return error ? (
      <FailureNotice error={error} title="The import could not be read" retry={() => void refetch()}>
        <Button size="small" onClick={ways.onAgain}>
          Import another file
        </Button>
      </FailureNotice>
    ) : (
      <div className="h-24" />
    );
  if (!isUnderWay(found)) return <ImportOutcome outcome={found} {...ways} />;
  const isWaiting = found.state === "waiting";
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">
        <ProgressBar
          label={isWaiting ? "Waiting for the import before it" : `Importing ${found.file ?? "the file"}`}
          share={isWaiting ? 0 : shareOf(found)}
        >
          {`${sizeText(found.read ?? 0)} of ${sizeText(found.size ?? 0)}, ${plural(found.rows, "row")}. Nothing is stored before the end.`}
        </ProgressBar>
      </div>
      <Button
        disabledReason={cancel.isPending || cancel.isSuccess ? "It is being stopped." : undefined}
        onClick={() => cancel.mutate({ id })}
      >
        Stop the import
      </Button>
      {cancel.error ? <FailureNotice error={cancel.error} title="It could not be stopped" /> : null}
    </div>
  );
}
