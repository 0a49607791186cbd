import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";

/** A save or check that failed for another reason than a field: what came back, and that nothing is lost. */
export const SaveFailure = ({ error, reassurance }: { error: Error; reassurance: string }) => (
  <FailureNotice error={error}>
    <p>{reassurance}</p>
  </FailureNotice>
);
