// What a reader sees where results are not there yet: how far the service is with them, or what kept it from computing them.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiFailure, ContractMismatch, isCallFailure } from "#console/api/failure.ts";
import { query } from "#console/api/query.ts";
import { CopyCurl } from "#console/rules/save-failure.tsx";
import { Button } from "#console/ui/button.tsx";
import { Notice } from "#console/ui/notice.tsx";
import { SkeletonRows } from "#console/ui/skeleton.tsx";

/** ms */
const patience = 500;
const pollEvery = 500;

function useIsLate() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** Leaving the page ends the computation, too: the request for it is taken back. */
export function ComputingResults({ id }: { id: string }) {
  const isLate = useIsLate();
  const { data } = useQuery({
    ...query("readSummaryProgress", { id }),
    enabled: isLate,
    refetchInterval: pollEvery,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const progress = data?.data.isRunning ? data.data : undefined;
  const percent = Math.round(100 * (progress?.share ?? 0));
  return (
    <>
      {isLate ? (
        <div className="max-w-md py-5">
          <p role="status" className="font-medium">
            {progress ? `Computing the results: ${progress.stage}` : "Computing the results"}
          </p>
          <div
            role="progressbar"
            aria-label="Computing the results"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mt-3 h-1 rounded-small bg-border"
          >
            <div className="h-1 rounded-small bg-text-muted" style={{ width: `${percent}%` }} />
          </div>
          <p className="mt-2 text-12 text-text-muted">
            They are kept: next time they are there at once. Leaving this page stops the computation.
          </p>
        </div>
      ) : null}
      <SkeletonRows rows={8} label="Loading the results" />
    </>
  );
}

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
