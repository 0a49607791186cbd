import { useQuery } from "@tanstack/react-query";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { useState } from "react";
import { rowsText, useUndo } from "./use-undo.tsx";

const limit = 20;

/** The imports in the log, each of which can be undone. */
export function PastImports() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(queryPage("listImports", { page, limit }));
  const refusal = useSaveRefusal();
  const undo = useUndo(() => undefined);
  const total = data?.pagination?.totalItems ?? 0;
  return (
    <section aria-label="Imports" className="mt-8">
      <SectionHead title="Imports" note="Newest first." />
      {error ? (
        <FailureNotice error={error} title="The imports could not be read" retry={() => void refetch()} />
      ) : null}
      {!data && !error ? <SkeletonRows rows={3} label="Loading the imports" /> : null}
      {data && total === 0 ? <p className="text-text-muted">No file was imported yet.</p> : null}
      <ul className="border-border not-empty:border-t">
        {data?.data.map((one) => (
          <li
            key={one.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-border py-2"
          >
            <div className="min-w-0">
              <p className="font-medium break-words">{one.file ?? "A file"}</p>
              <p className="text-text-muted">
                {rowsText(one)}
                {one.experimentID ? ` of ${one.experimentID}` : ""}
                {one.author ? ` by ${one.author}` : ""}
                {one.time ? (
                  <>
                    , <Time value={one.time} />
                  </>
                ) : null}
              </p>
            </div>
            <Button
              size="small"
              aria-label={`Undo the import of ${one.file ?? "a file"}`}
              reasonAt="page"
              disabledReason={
                refusal ??
                (one.canUndo
                  ? undefined
                  : "It was imported by an earlier version, which did not note its rows.")
              }
              onClick={() => undo.ask(one)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
      {total > limit ? (
        <Paging label="Pages of imports" total={total} page={page} limit={limit} onPage={setPage} />
      ) : null}
      {undo.dialog}
    </section>
  );
}
