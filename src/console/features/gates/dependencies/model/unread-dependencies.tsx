import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import type { ReadDependencies } from "./use-dependencies.ts";

/** Placeholder for dependencies that are still loading or failed to load. */
export const UnreadDependencies = ({ read: { error, again } }: { read: ReadDependencies }) =>
  error ? (
    <FailureNotice error={error} title="The dependencies of this gate could not be read" retry={again} />
  ) : (
    <p role="status" className="text-text-muted">
      Reading the dependencies of this gate.
    </p>
  );
