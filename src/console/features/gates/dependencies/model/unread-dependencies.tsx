import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import type { ReadDependencies } from "./use-dependencies.ts";

/** Stands in place of dependencies that are still being read, or could not be. */
export const UnreadDependencies = ({ read: { error, again } }: { read: ReadDependencies }) =>
  error ? (
    <Notice
      tone="danger"
      title="The dependencies of this gate could not be read"
      action={
        <Button size="small" onClick={again}>
          Retry
        </Button>
      }
    >
      {error.message}
    </Notice>
  ) : (
    <p role="status" className="text-text-muted">
      Reading the dependencies of this gate.
    </p>
  );
