// The versions of an entity that is edited in a form: who changed what, when and why, with a link to restore an earlier one.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { queryPage } from "#console/foundation/api/query.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import type { Change } from "#console/editing/diff-merge/changes.ts";
import { ChangeList } from "./form-review.tsx";
import type { FormEntity } from "./form-kind.ts";
import type { FormResource } from "./use-form-save.ts";

const limit = 10;

interface FormHistoryProps<Entity> {
  resource: FormResource;
  id: string;
  /** There is an unsaved draft, which restoring a version would replace. */
  hasDraft: boolean;
  /** Changes to the fields of the form: only these can be restored. */
  changesOf: (before: Entity, after: Entity) => readonly Change[];
  /** Changes to the parts of the entity that are edited elsewhere. */
  moreChangesOf?: ((before: Entity, after: Entity) => readonly Change[]) | undefined;
}

export function FormHistory<Entity extends FormEntity>(props: FormHistoryProps<Entity>) {
  const { resource, id, hasDraft, changesOf, moreChangesOf } = props;
  const [page, setPage] = useState(1);
  const navigate = useNavigate();
  const refusal = useSaveRefusal();
  // Each version is compared with the previous one, which may be on the next page: up to 100 are loaded at once.
  const { data, error, refetch } = useQuery(
    queryPage(`list${resource}Versions`, { id, page: 1, limit: 100 }),
  );
  const versions = data?.data as readonly Entity[] | undefined;
  const total = versions?.length ?? 0;
  const first = (page - 1) * limit;
  return (
    <section aria-label="History">
      <SectionHead title="History" note={versions ? plural(total, "version") : ""} />
      {!versions && error ? (
        <FailureNotice error={error} title="The history could not be read" retry={() => void refetch()} />
      ) : null}
      {!versions && !error ? <SkeletonBlock className="h-20" label="Loading the history" /> : null}
      <ol className="border-t border-border empty:hidden">
        {(versions ?? []).slice(first, first + limit).map((one, index) => {
          const before = versions?.[first + index + 1];
          const changes = before ? [...changesOf(before, one), ...(moreChangesOf?.(before, one) ?? [])] : [];
          const [current] = versions ?? [];
          const isSame = current === undefined || changesOf(current, one).length === 0;
          return (
            <li key={one.version ?? index} className="border-b border-border py-2">
              <p className="flex flex-wrap items-center gap-x-2 text-text-muted">
                <b className="figures font-medium text-text">Version {one.version}</b>
                {one.lastModifierName ?? "Unknown"}
                {one.lastModifiedTime ? <Time value={one.lastModifiedTime} /> : null}
                {isSame || refusal ? null : (
                  <span className="-mr-2 ml-auto">
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={`Go back to version ${one.version}`}
                      disabledReason={hasDraft ? "Save or discard your changes first." : undefined}
                      reasonAt="page"
                      onClick={() =>
                        void navigate({ to: ".", search: { edit: true, page: one.version ?? undefined } })
                      }
                    >
                      Go back to it
                    </Button>
                  </span>
                )}
              </p>
              {changes.length > 0 ? (
                <div className="mt-1 text-12 [&_dl]:border-t-0 [&_dl>div:last-child]:border-b-0 [&_dl>div]:grid-cols-1 [&_dl>div]:py-1">
                  <ChangeList changes={changes} />
                </div>
              ) : null}
              {one.lastModifiedReason ? (
                <p className="mt-1 break-words text-text-muted">Why: {one.lastModifiedReason}</p>
              ) : null}
            </li>
          );
        })}
      </ol>
      {total > limit ? (
        <Paging label="Pages of the history" total={total} page={page} limit={limit} onPage={setPage} />
      ) : null}
    </section>
  );
}
