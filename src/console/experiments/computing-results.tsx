// What a reader sees while results are computed: the page's geometry, and after half a second how far the service is.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { query } from "#console/api/query.ts";
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
