import type { PulseLoad } from "#contract/pulse-load.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { secondsText } from "#console/foundation/ui/number-format.ts";
import { kindText } from "./load-words.ts";

/** A load that runs, with the way to stop it. It goes on when the page is left. */
export function LoadProgress({ experimentID: id, load }: { experimentID: string; load: PulseLoad }) {
  const cancel = useSave("cancelPulseLoad");
  const refusal = useSaveRefusal();
  const { share = 0, stage = "" } = load.progress ?? {};
  const percent = Math.round(100 * share);
  return (
    <div className="max-w-xl py-2">
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1 truncate">
          <b className="font-medium">{kindText(load)} load</b>
          <span className="text-text-muted">: {stage}</span>
        </p>
        <span className="figures text-12 text-text-muted">{secondsText(load.seconds)}</span>
        <Button
          size="small"
          disabledReason={refusal ?? (cancel.isPending ? "It is being stopped" : undefined)}
          reasonAt="page"
          onClick={() => cancel.mutate({ id })}
        >
          Stop
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label="Load"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-2 h-1 rounded-small bg-border"
      >
        <div className="h-1 rounded-small bg-text-muted" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1 text-12 text-text-muted">
        Begun by {load.startedBy}. It goes on when you leave this page; the numbers below stay until it has
        ended.
      </p>
      {cancel.error ? <SaveFailure error={cancel.error} reassurance="The load goes on." /> : null}
    </div>
  );
}
