// Progress of a computation on the server; shown once the server reports that it is computing, and not before.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { query } from "#console/foundation/api/query.ts";
import { Table } from "#console/foundation/table/table.tsx";

/** ms */
const displayDelay = 500;
const pollEvery = 500;

function useIsLate() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), displayDelay);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** Fixed height, to avoid a layout shift. */
const room = "h-32 max-w-md pt-5";

interface ComputingProps {
  /** Id of the experiment. */
  id: string;
  /** Title such as "Computing the results". */
  title: string;
  /** Note on how to stop the computation. */
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
  const progress = data?.data;
  if (!progress?.isRunning) return <div className={room} />;
  const percent = Math.round(100 * progress.share);
  return (
    <div className={room}>
      <p role="status" className="font-medium">
        {title}
        {/* Always one line high, to avoid a layout shift. */}
        <span className="block h-5 truncate font-normal text-text-muted">{progress.stage}</span>
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

const place = { cell: () => null };

/** Placeholder while the server computes the results. Leaving the page aborts the request and with it the computation. */
export const ComputingResults = ({ id }: { id: string }) => (
  <>
    <Computing
      id={id}
      title="Computing the results"
      note="They are cached: next time they appear at once. Leaving this page stops the computation."
    />
    <Table
      caption="the results"
      rows={undefined}
      rowKey={() => ""}
      awaited={8}
      columns={[
        { ...place, id: "metric", header: "Metric", width: "184px", phone: "first" },
        { ...place, id: "group", header: "Test group", width: "192px", className: "max-desk:hidden" },
        { ...place, id: "change", header: "Change", width: "180px", phone: "end" },
        { ...place, id: "plot", header: "", phone: "second" },
        { ...place, id: "interval", header: "Interval", width: "140px", align: "end" },
      ]}
    />
  </>
);
