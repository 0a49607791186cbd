import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { changesSince, fewChanges } from "./home-queries.ts";
import type { HomeSearch } from "./home-search.ts";
import { visits } from "./visits.ts";

const route = getRouteApi("/$company");
const load = async () => (await import("./change-list.tsx")).ChangeList;
const ChangeList = lazyPart("The changes", load);
// Requested together with the page rather than when it is first drawn. If loading fails, the column itself says so.
void load().catch(() => undefined);

/**
 * The changes since the user's last visit, newest first. Needs a Suspense boundary around it, and around what is below it on
 * a phone.
 */
export function ChangesColumn() {
  const { changes: shown } = route.useSearch();
  const setSearch = useSetSearch<HomeSearch>();
  const limit = shown === "all" ? 100 : fewChanges;
  const { now, last } = visits();
  const { data, error, refetch } = useQuery({ ...changesSince(limit), placeholderData: keepPreviousData });
  const total = data?.pagination?.totalItems ?? 0;
  const rest = total - (data?.data.length ?? 0);
  const title = last === undefined ? "Changed in the last two weeks" : "Changed since you were here";
  return (
    <aside
      aria-labelledby="changes"
      className="min-w-0 border-border pb-6 desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:border-l desk:pl-6"
    >
      <h2 id="changes" className="pt-5 pb-2 text-15/8 font-strong tracking-[-0.006em]">
        {title}
      </h2>
      {error ? (
        <FailureNotice error={error} title="The changes could not be read" retry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={8} label="Loading the changes" />
      ) : data.data.length === 0 ? (
        <p className="text-text-muted">Nothing was saved.</p>
      ) : (
        <ChangeList changes={data.data} now={now} />
      )}
      {rest === 0 ? null : shown === "all" ? (
        <p className="pt-2 text-text-muted">{plural(rest, "earlier change")}: in the histories.</p>
      ) : (
        <button type="button" className="mt-3 link font-medium" onClick={() => setSearch({ changes: "all" })}>
          All {plural(total, "change")}
        </button>
      )}
    </aside>
  );
}
