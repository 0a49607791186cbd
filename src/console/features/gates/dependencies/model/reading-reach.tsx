// What stands in place of a reach until it is read, or where it could not be.
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { plural } from "./thing-words.ts";
import { usePartOfReach, type ReadReach } from "./use-reach.ts";

/** How far a reading is. Its numbers change too often to be spoken. */
export function ReadingProgress({ gateID }: { gateID: string }) {
  const progress = usePartOfReach(gateID)?.progress;
  return (
    <span role="status" className="text-text-muted">
      Reading what depends on this gate.{" "}
      {progress ? (
        <span aria-live="off" className="figures">
          {plural(progress.found, "thing")} found, {plural(progress.waiting, "gate")} left to look at.
        </span>
      ) : null}
    </span>
  );
}

export const UnreadReach = ({ read: { error, again } }: { read: ReadReach }) => (
  <Notice
    tone="danger"
    title="What depends on this gate could not be read"
    action={
      <Button size="small" onClick={again}>
        Retry
      </Button>
    }
  >
    {error?.message}
  </Notice>
);
