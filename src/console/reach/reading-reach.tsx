import type { ReactNode } from "react";
import { Button } from "#console/ui/button.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { plural } from "./thing-words.ts";
import type { ReachProgress } from "./reach.ts";
import type { ReadReach } from "./use-reach.ts";

const progressText = ({ found, waiting }: ReachProgress) =>
  `${plural(found, "thing")} found, ${waiting === 0 ? "nothing" : plural(waiting, "thing")} left to look at.`;

/** What stands in place of a reach until it is read, or where it could not be. */
export function ReadingReach({ read, skeleton }: { read: ReadReach; skeleton?: ReactNode }) {
  const { error, progress, again } = read;
  if (error)
    return (
      <Notice
        tone="danger"
        title="What depends on this gate could not be read"
        action={
          <Button size="small" onClick={again}>
            Retry
          </Button>
        }
      >
        {error.message}
      </Notice>
    );
  return (
    <div aria-busy="true">
      <p role="status" className="pb-3 text-text-muted">
        Reading what depends on this gate. {progress ? progressText(progress) : null}
      </p>
      {skeleton}
    </div>
  );
}
