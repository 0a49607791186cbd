// What stands in place of a reach until it is read, or where it could not be.
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { plural } from "./node-text.ts";
import { usePartialDependencies, type ReadDependencies } from "./use-dependencies.ts";

/** How far a reading is. Its numbers change too often to be spoken. */
export function ReadingProgress({ gateID }: { gateID: string }) {
  const progress = usePartialDependencies(gateID)?.progress;
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

export const DependenciesError = ({ read: { error, again } }: { read: ReadDependencies }) => (
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
