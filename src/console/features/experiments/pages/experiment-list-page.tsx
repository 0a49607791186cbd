import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { experimentState } from "#console/foundation/ui/experiment-state.ts";
import { queryAll } from "#console/foundation/api/query.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { changedColumn } from "#console/foundation/table/changed-column.tsx";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import { ListedTable } from "#console/foundation/table/listed-table.tsx";
import { sortOf } from "#console/foundation/table/listing-search.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import type { ExperimentColumn, ExperimentListSearch } from "./experiment-list-search.ts";
import { allocationText, progressOf, statusTone } from "./experiment-labels.ts";

const route = getRouteApi("/$company/experiments");
const count = new Intl.NumberFormat();

function ExperimentName({ experiment: { id, name } }: { experiment: Experiment }) {
  const { company } = route.useParams();
  return (
    <>
      <Link to="/$company/experiments/$id" params={{ company, id }} className="font-medium hover:underline">
        {name}
      </Link>
      <span className="ml-3 text-text-muted max-tablet:hidden">
        <Mono>{id}</Mono>
      </span>
    </>
  );
}

function State({ experiment }: { experiment: Experiment }) {
  const progress = progressOf(experiment);
  const day = progress ? `, day ${progress.day}${progress.of ? ` of ${progress.of}` : ""}` : "";
  return (
    <Status tone={statusTone(experiment.status)}>
      <span className="figures">
        {experimentState(experiment.status)}
        {day}
      </span>
    </Status>
  );
}

const columns: (Column<Experiment> & { id: ExperimentColumn })[] = [
  {
    id: "name",
    header: "Name",
    cell: (experiment) => <ExperimentName experiment={experiment} />,
    sortValue: ({ name }) => name,
    width: "32%",
    phone: "first",
  },
  {
    id: "status",
    header: "Status",
    cell: (experiment) => <State experiment={experiment} />,
    sortValue: ({ status }) => experimentState(status),
    width: "180px",
    phone: "end",
  },
  {
    id: "groups",
    header: "Groups",
    cell: ({ groups }) => (
      <span className="figures text-text-muted" title={groups.map(({ name }) => name).join(", ")}>
        {groups.length}, {allocationText(groups)}
      </span>
    ),
    sortValue: ({ groups }) => groups.length,
    width: "132px",
  },
  {
    id: "metric",
    header: "Primary metrics",
    cell: ({ primaryMetrics }) => (
      <span className="text-text-muted">{primaryMetrics?.map(({ name }) => name).join(", ") || "–"}</span>
    ),
    sortValue: ({ primaryMetrics }) => primaryMetrics?.[0]?.name,
    phone: "second",
  },
  {
    id: "by",
    header: "By",
    cell: ({ creatorName, owner }) => (
      <span className="text-text-muted">{owner?.ownerName ?? creatorName ?? "–"}</span>
    ),
    sortValue: ({ creatorName, owner }) => owner?.ownerName ?? creatorName,
    width: "128px",
  },
  changedColumn,
];

/** Archived experiments are listed when their status is asked for. */
function fits({ id, name, status, tags }: Experiment, search: ExperimentListSearch): boolean {
  const wanted = (search.search ?? "").trim().toLowerCase();
  const inStatus = search.status?.length ? search.status.includes(status) : status !== "archived";
  const isNamed = name.toLowerCase().includes(wanted) || id.toLowerCase().includes(wanted);
  return inStatus && isNamed && (search.tags ?? []).every((tag) => tags?.includes(tag));
}

const optionsOf = (values: readonly string[], label = (value: string) => value) =>
  [...new Set(values)].sort().map((value) => ({ value, label: label(value) }));

function Filters({ experiments }: { experiments: readonly Experiment[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<ExperimentListSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true });
  return (
    <div role="search" aria-label="Filter the experiments" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchField
        label="Filter by name or id"
        value={search.search ?? ""}
        onChange={(text) => set({ search: text || undefined })}
      />
      <ChoiceFilter
        label="Status"
        options={optionsOf(
          experiments.map(({ status }) => status),
          experimentState,
        )}
        chosen={search.status ?? []}
        onChange={(status) => set({ status: status.length ? status : undefined })}
      />
      <ChoiceFilter
        label="Tags"
        options={optionsOf(experiments.flatMap(({ tags }) => tags ?? []))}
        chosen={search.tags ?? []}
        onChange={(tags) => set({ tags: tags.length ? tags : undefined })}
      />
    </div>
  );
}

function ExperimentTable() {
  const { data: experiments } = useSuspenseQuery(queryAll("listExperiments", {}));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  const found = experiments.filter((experiment) => fits(experiment, search));
  return (
    <>
      <PageHead
        title="Experiments"
        state={
          <span className="figures text-text-muted max-tablet:hidden">
            {count.format(experiments.length)} experiments
          </span>
        }
      />
      <Filters experiments={experiments} />
      <ListedTable
        caption="Experiments"
        rows={sortRows(found, columns, sortOf(search))}
        columns={columns}
        search={search}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
        onOpen={({ id }) => void navigate({ to: "/$company/experiments/$id", params: { company, id } })}
        noneFit={experiments.length ? "No experiment fits these filters." : "There are no experiments yet."}
        onClear={experiments.length ? () => void navigate({ search: {} }) : undefined}
        noneOnPage="There are no experiments on this page."
      />
    </>
  );
}

export const ExperimentListPage = () => (
  <Suspense
    fallback={
      <>
        <PageHead title="Experiments" />
        <div className="h-11" />
        <SkeletonRows rows={12} label="Loading the experiments" />
      </>
    }
  >
    <ExperimentTable />
  </Suspense>
);
