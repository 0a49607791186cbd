import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, Suspense, useMemo } from "react";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { queryPage } from "#console/foundation/api/query.ts";
import { useListedPage } from "#console/foundation/table/listed-page.tsx";
import { Paging } from "#console/foundation/table/paging.tsx";
import { ExperimentPageLinks } from "#console/foundation/ui/experiment-page-links.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { useLightLink } from "#console/foundation/ui/light-link.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { useLater } from "#console/foundation/ui/use-later.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { NewExperiment } from "./new-experiment.tsx";
import { ExperimentFilters } from "./experiment-filters.tsx";
import { experimentPageOf } from "./experiment-list-input.ts";
import type { ExperimentListSearch } from "./experiment-list-search.ts";
import { ExperimentTable } from "./experiment-table.tsx";
import { entryOf, isAwaited } from "./list-entry.ts";

const ListExports = lazyPart(
  "The exports",
  async () => (await import("./list-exports-menu.tsx")).ListExportsMenu,
);
const Calendar = lazyPart(
  "The calendar",
  async () => (await import("./experiment-calendar.tsx")).ExperimentCalendar,
);
const route = getRouteApi("/$company/experiments");

/**
 * Polling interval in ms and the maximum number of polls, while the server computes results one experiment
 * after the other.
 */
const readAgainAfter = 3000;
const mostReadings = 60;

/** True if new results cannot move or hide a row, because neither sorting nor filters depend on them. */
const isStill = ({ sort, weeks, band, health, result, guardrail }: ExperimentListSearch) =>
  (weeks || sort === "name" || sort === "days") &&
  ![band, health, result, guardrail].some((chosen) => chosen?.length);

export { experimentPageOf };

/** A light link, because it is drawn before the rows. */
function CalendarLink({ search }: { search: ExperimentListSearch }) {
  const { company } = route.useParams();
  const { stringifySearch } = useRouter().options;
  const other = { ...search, page: undefined, weeks: search.weeks ? undefined : true };
  const handlers = useLightLink({ to: "/$company/experiments", params: { company }, search: other });
  const href = `/${encodeURIComponent(company)}/experiments${stringifySearch(other)}`;
  return (
    <a className="link font-medium" href={href} {...handlers}>
      {search.weeks ? "List" : "Calendar"}
    </a>
  );
}

export function ExperimentListPage(): ReactNode {
  const search = route.useSearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const setSearch = useSetSearch<ExperimentListSearch>();
  const isLater = useLater();
  const page = queryPage("listExperimentRows", experimentPageOf(search));
  const listed = useListedPage({
    ...page,
    refetchInterval: ({ state }) =>
      isStill(search) && state.dataUpdateCount < mostReadings && state.data?.data.some(isAwaited)
        ? readAgainAfter
        : false,
  });
  const { rows, readTime, total, counts, failure, isBusy } = listed;
  const entries = useMemo(() => rows?.map((row) => entryOf(row, readTime)), [rows, readTime]);
  const { inUse, archived } = counts;
  const showsArchive = [...(search.status ?? []), ...(search.band ?? [])].includes("archived");
  const awaited = rows?.filter(isAwaited).length ?? 0;
  return (
    <>
      <PageHead
        title="Experiments"
        state={
          <>
            {entries && (
              <span className="figures text-text-muted">
                {/* Padded with figure spaces, so that a shorter count causes no layout shift. */}
                {formatCount(total).padStart(formatCount(inUse).length, "\u2007")} shown
                {archived > 0 && !showsArchive ? (
                  <>
                    , {formatCount(archived)} archived{" "}
                    <Link
                      to="."
                      search={{ status: ["archived"] }}
                      className="link ml-1.5 font-medium"
                      aria-label="Show the archived experiments"
                    >
                      Show
                    </Link>
                  </>
                ) : null}
              </span>
            )}
            <ExperimentPageLinks>
              <CalendarLink search={search} />
            </ExperimentPageLinks>
          </>
        }
      />
      <NewExperiment />
      <DraftList section="experiments" />
      {/* Its code is as large as that of the rows, which come first. */}
      {isLater ? (
        <Suspense>
          <ListExports search={search} />
        </Suspense>
      ) : null}
      <ExperimentFilters counts={counts} />
      {failure}
      {!failure && entries && total === 0 ? (
        <div role="status" aria-busy={isBusy}>
          {inUse + archived === 0 ? (
            <Empty title="There are no experiments yet." />
          ) : (
            <Empty
              title="No experiment fits these filters."
              action={
                <Button onClick={() => void navigate({ to: ".", search: {} })}>Clear the filters</Button>
              }
            />
          )}
        </div>
      ) : null}
      {!failure && (!entries || total > 0) ? (
        <>
          {/* Different keys, so that the rows replace the skeleton and do not count as a layout shift of it. */}
          <div key={entries ? "rows" : "outline"} aria-busy={isBusy}>
            {awaited > 0 && !isStill(search) ? (
              <p className="pb-3 text-text-muted">
                Results of {formatCount(awaited)} are being computed.{" "}
                <button
                  type="button"
                  className="link font-medium"
                  onClick={() => void client.invalidateQueries({ queryKey: page.queryKey })}
                >
                  Read again
                </button>
              </p>
            ) : null}
            {!search.weeks ? (
              <ExperimentTable rows={entries} counts={counts} search={search} of={listed.of} />
            ) : entries ? (
              <Suspense fallback={<SkeletonRows rows={9} label="Loading the calendar" />}>
                <Calendar entries={entries} now={readTime} />
              </Suspense>
            ) : (
              <SkeletonRows rows={9} label="Loading the experiments" />
            )}
          </div>
          <div className="flex-1" />
          {entries ? (
            <Paging
              total={total}
              page={search.page ?? 1}
              limit={search.limit ?? 20}
              onPage={(next) => setSearch({ page: next }, { replace: false })}
              onLimit={(next) => setSearch({ limit: next, page: undefined }, { replace: false })}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}
