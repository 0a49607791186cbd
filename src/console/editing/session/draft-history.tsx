import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import type { Editable, EditedDraft } from "./entity-adapter.ts";
import { placeOfChange } from "./reader-place.ts";
import type { DraftEdit } from "./use-draft-edit.ts";
import { VersionChanges } from "./version-changes.tsx";
import { VersionComparison, type Compared } from "./version-comparison.tsx";

interface HistoryProps<Entity extends Editable, Draft extends EditedDraft, Body> {
  edit: DraftEdit<Entity, Draft, Body>;
}

const firstVersion = "The first version on record here.";
const olderNotRead = "What changed shows with the versions before it.";

const About = ({ version, children }: { version: Editable; children: ReactNode }) => (
  <div className="min-w-0">
    <p className="text-text-muted">
      {version.lastModifierName ?? "Unknown"}
      {version.lastModifiedTime ? (
        <>
          {", "}
          <Time value={version.lastModifiedTime} relative />
        </>
      ) : null}
    </p>
    {children}
    {version.lastModifiedReason ? (
      <p className="mt-1 break-words text-text-muted">Why: {version.lastModifiedReason}</p>
    ) : null}
  </div>
);

/** Lists the versions with author, time, changes and reason; any two can be compared, and any one restored after a review. */
function Versions<Entity extends Editable, Draft extends EditedDraft, Body>({
  edit,
  versions,
  more,
}: HistoryProps<Entity, Draft, Body> & { versions: readonly Entity[]; more: ReactNode }) {
  const { kind, stored } = edit;
  const compared = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = useSetSearch<Compared & { restore?: number | undefined }>();
  const [replacing, setReplacing] = useState<Entity>();
  const refusal = useSaveRefusal();
  const { nameOf } = useReferencedGates(
    versions.flatMap(({ rules }) => rules),
    kind.section === "gates" ? stored.id : undefined,
  );
  const changesOf = (before: Entity, after: Entity) => kind.changesOf(before, after, nameOf);
  const restore = (old: Entity) => {
    edit.restore(old);
    const place = placeOfChange(changesOf(stored, old), kind.draftOf(old).rules, kind.tabOf);
    void navigate({ to: ".", search: place });
  };
  const { restore: asked } = compared;
  const onAsked = useEvent((version: number) => {
    setSearch({ restore: undefined });
    const one = versions.find((candidate) => candidate.version === version);
    if (!one || refusal) return;
    if (edit.isDirty) setReplacing(one);
    else restore(one);
  });
  useEffect(() => {
    if (asked !== undefined) onAsked(asked);
  }, [asked, onAsked]);
  return (
    <section aria-label="History">
      <SectionHead
        title="History"
        note={refusal ?? "Every save is kept as a version, the current one first."}
      />
      <ol className="border-t border-border">
        {versions.map((one, index) => {
          const previous = versions[index + 1];
          const version = one.version ?? undefined;
          const isCompared = version === compared.version;
          return (
            <li
              key={version ?? index}
              className="grid grid-cols-[96px_minmax(0,1fr)_auto] gap-x-3 border-b border-border py-2.5 max-tablet:grid-cols-1"
            >
              <p className="figures font-medium">Version {version}</p>
              <About version={one}>
                <VersionChanges
                  changes={previous && changesOf(previous, one)}
                  otherwise={more ? olderNotRead : firstVersion}
                />
              </About>
              <div className="flex items-start gap-1 max-tablet:-ml-2 tablet:-mr-2">
                {index === 0 ? (
                  <span className="px-2 text-text-muted">Current</span>
                ) : (
                  <>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-pressed={isCompared}
                      onClick={() =>
                        setSearch({ version: isCompared ? undefined : version, against: undefined })
                      }
                    >
                      Compare
                    </Button>
                    <Button
                      size="small"
                      variant="quiet"
                      disabledReason={refusal}
                      reasonAt="page"
                      onClick={() => (edit.isDirty ? setReplacing(one) : restore(one))}
                    >
                      Restore
                    </Button>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {more}
      <VersionComparison
        versions={versions}
        compared={compared}
        onCompare={setSearch}
        changesOf={changesOf}
        textOf={kind.textOf}
      />
      <Confirm
        open={replacing !== undefined}
        onClose={() => setReplacing(undefined)}
        title={`Replace your draft by version ${replacing?.version ?? ""}`}
        consequence="Your changes are lost, and the fields show the old version. Nothing is stored before a review."
        confirmLabel="Replace the draft"
        onConfirm={() => replacing && restore(replacing)}
      />
    </section>
  );
}

/** Lists earlier versions to compare and restore. Asks for confirmation before a restored version replaces a draft. */
export function DraftHistory<Entity extends Editable, Draft extends EditedDraft, Body>({
  edit,
}: HistoryProps<Entity, Draft, Body>) {
  const { kind, stored } = edit;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["versions", kind.section, stored.id],
    queryFn: ({ pageParam, signal }) => kind.readVersions(stored.id, pageParam, signal),
    initialPageParam: { page: 1, limit: 100 },
    // The service returns fewer versions per page than requested if they are large.
    getNextPageParam: ({ pagination }) =>
      pagination?.nextPage ? { page: pagination.pageNumber + 1, limit: pagination.itemsPerPage } : undefined,
    // A refused API key is handled by the error boundary of the whole page.
    throwOnError: (reason, { state }) =>
      state.data === undefined && reason instanceof ApiFailure && reason.status === 401,
  });
  const failure = error && (
    <div className="py-4">
      <FailureNotice
        error={error}
        title="The history could not be read"
        retry={() => void (data ? fetchNextPage() : refetch())}
      />
    </div>
  );
  if (!data) return failure ?? <SkeletonRows rows={6} label="Loading the history" />;
  const all = new Map(data.pages.flatMap((page) => page.data).map((one) => [one.version, one]));
  const more = hasNextPage && (
    <Button
      className="mt-3"
      aria-busy={isFetchingNextPage}
      onClick={() => void fetchNextPage({ cancelRefetch: false })}
    >
      {isFetchingNextPage ? "Reading older versions" : "Show older versions"}
    </Button>
  );
  return <Versions edit={edit} versions={[...all.values()]} more={failure ?? (more || null)} />;
}
