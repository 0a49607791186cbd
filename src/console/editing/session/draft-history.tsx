import { useQueryErrorResetBoundary, useSuspenseQuery } from "@tanstack/react-query";
import { CatchBoundary, useNavigate, useSearch, type ErrorComponentProps } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import type { Editable, EditedDraft } from "./edited-kind.ts";
import type { DraftEdit } from "./use-draft-edit.ts";
import { VersionHistory, type Comparison, type HistoryView } from "./version-history.tsx";

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

interface HistoryProps<Entity extends Editable, Draft extends EditedDraft, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
}

function Versions<Entity extends Editable, Draft extends EditedDraft, Body>({
  edit,
  ...view
}: HistoryProps<Entity, Draft, Body> & HistoryView<Entity>) {
  const { kind, stored } = edit;
  const { data: versions } = useSuspenseQuery({
    queryKey: ["versions", kind.section, stored.id],
    queryFn: ({ signal }) => kind.readVersions(stored.id, signal),
  });
  const { nameOf } = useReferencedGates(
    versions.flatMap(({ rules }) => rules),
    kind.section === "gates" ? stored.id : undefined,
  );
  return (
    <VersionHistory
      versions={versions}
      changesOf={(before, after) => kind.changesOf(before, after, nameOf)}
      textOf={kind.textOf}
      {...view}
    />
  );
}

/** Earlier versions to compare and to bring back. A draft gives way to one only after a question. */
export function DraftHistory<Entity extends Editable, Draft extends EditedDraft, Body>({
  edit,
}: HistoryProps<Entity, Draft, Body>) {
  const { version, against } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = useSetSearch<Comparison>();
  const [replacing, setReplacing] = useState<Entity>();
  const refusal = useSaveRefusal();
  const restore = (old: Entity) => {
    edit.restore(old);
    void navigate({ to: ".", search: {} });
  };
  return (
    <>
      <CatchBoundary getResetKey={() => "history"} errorComponent={Unread}>
        <Suspense fallback={<SkeletonRows rows={6} label="Loading the history" />}>
          <Versions
            edit={edit}
            comparison={{ version, against }}
            onCompare={(next) => setSearch({ version: next.version, against: next.against })}
            onRestore={(old) => (edit.isDirty ? setReplacing(old) : restore(old))}
            refusal={refusal}
          />
        </Suspense>
      </CatchBoundary>
      <Confirm
        open={replacing !== undefined}
        onClose={() => setReplacing(undefined)}
        title={`Replace your draft by version ${replacing?.version ?? ""}`}
        consequence="What you typed is forgotten, and the fields show the old version. Nothing is stored before a review."
        confirmLabel="Replace the draft"
        onConfirm={() => replacing && restore(replacing)}
      />
    </>
  );
}
