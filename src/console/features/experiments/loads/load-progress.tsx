// The progress of a running load, and its outcome in the same place, so that the content below does not move by itself.
import type { ReactNode } from "react";
import type { PulseLoad } from "#contract/pulse-load.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { loadState } from "#console/foundation/ui/load-state.ts";
import { secondsText } from "#console/foundation/ui/number-format.ts";
import { kindText } from "./load-words.ts";

interface LoadPlaceProps {
  load: PulseLoad;
  stage: string;
  isWrong?: boolean;
  action: ReactNode;
  bar?: ReactNode;
}

/** One line that replaces the line on data freshness. */
const LoadPlace = ({ load, stage, isWrong = false, action, bar }: LoadPlaceProps) => (
  <div className="flex min-h-8 max-w-3xl min-w-0 items-center gap-3">
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex items-baseline gap-3">
        <p role="status" className="min-w-0 flex-1 truncate">
          <b className="font-medium">{kindText(load)} load</b>
          <span className={isWrong ? "text-danger" : "text-text-muted"}>: {stage}</span>
        </p>
        <span className="figures text-12 text-text-muted">{secondsText(load.seconds)}</span>
      </div>
      {bar}
    </div>
    {action}
  </div>
);

/** Shows a running load with a button to cancel it. Leaving the page does not cancel it. */
export function LoadProgress({ experimentID: id, load }: { experimentID: string; load: PulseLoad }) {
  const cancel = useSave("cancelPulseLoad");
  const refusal = useSaveRefusal();
  const { share = 0, stage = "" } = load.progress ?? {};
  const percent = Math.round(100 * share);
  return (
    <>
      <LoadPlace
        load={load}
        stage={stage}
        action={
          <Button
            size="small"
            disabledReason={refusal ?? (cancel.isPending ? "It is being stopped" : undefined)}
            reasonAt="page"
            onClick={() => cancel.mutate({ id })}
          >
            Stop
          </Button>
        }
        bar={
          <div
            role="progressbar"
            aria-label="Load"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1 rounded-small bg-border"
          >
            <div className="h-full rounded-small bg-text-muted" style={{ width: `${percent}%` }} />
          </div>
        }
      />
      {cancel.error ? <SaveFailure error={cancel.error} reassurance="The load goes on." /> : null}
    </>
  );
}

/** Shows how a load ended, until it is closed; after that the full reason of a failure appears below. */
export function LoadEnded({ load, onClose }: { load: PulseLoad; onClose: () => void }) {
  const { finishedState, message } = load;
  const isWrong = !["success", "cancelled"].includes(finishedState ?? "");
  return (
    <LoadPlace
      load={load}
      stage={`${loadState(load).text.toLowerCase()}. ${finishedState === "success" ? "The numbers below are those of this load." : message || "The numbers below are those of before."}`}
      isWrong={isWrong}
      action={
        <Button size="small" onClick={onClose}>
          {isWrong ? "Show why" : "Close"}
        </Button>
      }
    />
  );
}
