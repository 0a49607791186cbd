import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { CatchBoundary, useNavigate, useSearch, type ErrorComponentProps } from "@tanstack/react-router";
import { Suspense, useState, type ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import type { HistoryView, Version } from "./version-history.tsx";

/** The history alone is missing: the draft beside it stays in view. A refused key is the whole page's matter. */
function Unread({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary();
  if (error instanceof ApiFailure && error.status === 401) throw error;
  const retry = () => {
    queries.reset();
    reset();
  };
  return (
    <div className="py-4">
      <Notice
        tone="danger"
        title="The history could not be read"
        action={
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        }
      >
        {error instanceof Error ? error.message : String(error)}
      </Notice>
    </div>
  );
}

interface DraftHistoryProps<One extends Version> {
  edit: { isDirty: boolean; restore: (version: One) => void };
  children: (view: HistoryView<One>) => ReactNode;
}

/** Earlier versions to compare and to bring back. A draft gives way to one only after a question. */
export function DraftHistory<One extends Version>({ edit, children }: DraftHistoryProps<One>) {
  const { version, against } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [replacing, setReplacing] = useState<One>();
  const restore = (old: One) => {
    edit.restore(old);
    void navigate({ to: ".", search: {} });
  };
  const view: HistoryView<One> = {
    comparison: { version, against },
    onCompare: (next) =>
      void navigate({
        to: ".",
        search: (before) => ({ ...before, version: next.version, against: next.against }),
        replace: true,
      }),
    onRestore: (old) => (edit.isDirty ? setReplacing(old) : restore(old)),
    refusal: useSaveRefusal(),
  };
  return (
    <>
      <CatchBoundary getResetKey={() => "history"} errorComponent={Unread}>
        <Suspense fallback={<SkeletonRows rows={6} label="Loading the history" />}>{children(view)}</Suspense>
      </CatchBoundary>
      <Confirm
        open={replacing !== undefined}
        onOpenChange={(open) => !open && setReplacing(undefined)}
        title={`Replace your draft by version ${replacing?.version ?? ""}`}
        consequence="What you typed is forgotten, and the fields show the old version. Nothing is stored before a review."
        confirmLabel="Replace the draft"
        danger
        onConfirm={() => replacing && restore(replacing)}
      />
    </>
  );
}
