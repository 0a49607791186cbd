// What a reader sees while the service computes: nothing at first, after half a second how far it is.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { query } from "#console/foundation/api/query.ts";

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

interface ComputingProps {
  /** Of the experiment. */
  id: string;
  /** "Computing the results" */
  title: string;
  /** How it can be stopped. */
  note: string;
}

export function Computing({ id, title, note }: ComputingProps) {
  const isLate = useIsLate();
  const { data } = useQuery({
    ...query("readSummaryProgress", { id }),
    enabled: isLate,
    refetchInterval: pollEvery,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!isLate) return null;
  const progress = data?.data.isRunning ? data.data : undefined;
  const percent = Math.round(100 * (progress?.share ?? 0));
  return (
    <div className="max-w-md py-5">
      <p role="status" className="font-medium">
        {progress ? `${title}: ${progress.stage}` : title}
      </p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-3 h-1 rounded-small bg-border"
      >
        <div className="h-1 rounded-small bg-text-muted" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-2 text-12 text-text-muted">{note}</p>
    </div>
  );
}
