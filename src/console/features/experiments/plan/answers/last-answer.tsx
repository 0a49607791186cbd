// Failure of a request: replaces the content if there is none yet, else a line next to the last answer.
import { CallFailure } from "#console/foundation/api/failure.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";

interface MissingAnswerProps {
  error: Error;
  /** Such as "The power could not be read". */
  title: string;
  hasLast: boolean;
  retry: () => void;
}

export function RequestFailure({ error, title, hasLast, retry }: MissingAnswerProps) {
  if (!hasLast) return <FailureNotice error={error} title={title} retry={retry} />;
  const [problem] = error instanceof CallFailure ? error.problems : [];
  const why = problem ? `${problem.property}: ${problem.errorMessage}` : error.message;
  return (
    <p role="status" className="text-12 text-warning">
      {title} for this plan ({why}); these are the numbers of the one before.{" "}
      <button type="button" className="link" onClick={retry}>
        Retry
      </button>
    </p>
  );
}
