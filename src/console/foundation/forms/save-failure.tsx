import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";

/** A notice that a save or check failed for a reason other than a field's value: the failure, and that no input is lost. */
export const SaveFailure = ({ error, reassurance }: { error: Error; reassurance: string }) => (
  <FailureNotice error={error}>
    <p>{reassurance}</p>
  </FailureNotice>
);
