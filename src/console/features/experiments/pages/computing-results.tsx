// What a reader sees where results are not there yet: how far the service is with them, or what kept it from computing them.
import { ApiFailure, ContractMismatch, isCallFailure } from "#console/foundation/api/failure.ts";
import { Computing } from "#console/features/experiments/results/view-settings/computing.tsx";
import { CopyCurl } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

/** Leaving the page ends the computation, too: the request for it is taken back. */
export const ComputingResults = ({ id }: { id: string }) => (
  <>
    <Computing
      id={id}
      title="Computing the results"
      note="They are kept: next time they are there at once. Leaving this page stops the computation."
    />
    <SkeletonRows rows={8} label="Loading the results" />
  </>
);

const titleOf = (error: Error) =>
  error instanceof ApiFailure
    ? `The service answered ${error.status} instead of results`
    : error instanceof ContractMismatch
      ? "The answer does not fit"
      : "The results could not be read";

/** What was asked and what came back, in place of the results; the rest of the experiment stays within reach. */
export const FailedResults = ({ error, retry }: { error: Error; retry: () => void }) => (
  <div className="max-w-3xl py-5">
    <Notice
      tone="danger"
      title={titleOf(error)}
      action={
        <div className="flex gap-2">
          <Button size="small" onClick={retry}>
            Retry
          </Button>
          {isCallFailure(error) && <CopyCurl failure={error} />}
        </div>
      }
    >
      <p className="break-words">{error.message}</p>
      {error instanceof ContractMismatch ? (
        <ul>
          {error.fields.slice(0, 10).map(({ property, errorMessage }) => (
            <li key={property}>
              <code className="font-mono text-12">{property || "the whole answer"}</code>: {errorMessage}
            </li>
          ))}
        </ul>
      ) : null}
      {error instanceof ApiFailure && error.requestID ? (
        <p>
          Request: <code className="font-mono text-12">{error.requestID}</code>
        </p>
      ) : null}
    </Notice>
  </div>
);
