import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import { experimentState, experimentTone } from "#console/foundation/ui/experiment-state.ts";
import { dayText, experimentDays } from "#console/features/experiments/results/model/experiment-progress.ts";
import { queryAll } from "#console/foundation/api/query.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { ListPage } from "#console/foundation/table/list-page.tsx";
import { sortOf } from "#console/foundation/table/listing-search.ts";
import { byColumn, changedColumn, EntityLink, Muted } from "#console/foundation/table/shared-columns.tsx";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import { uncapitalise } from "#console/foundation/ui/wording.ts";
import type { ExperimentColumn, ExperimentListSearch } from "./experiment-list-search.ts";

const route = getRouteApi("/$company/experiments");

function State({ experiment }: { experiment: Experiment }) {
  const { status } = experiment;
  const days = status === "active" ? experimentDays(experiment) : undefined;
  return (
    <Status tone={experimentTone(status)}>
      <span className="figures">
        {experimentState(status)}
        {days ? `, ${uncapitalise(dayText(days))}` : ""}
      </span>
    </Status>
  );
}

const columns: (Column<Experiment> & { id: ExperimentColumn })[] = [
  {
    id: "name",
    header: "Name",
    cell: ({ id, name }) => <EntityLink to="/$company/experiments/$id" id={id} name={name} />,
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
        {groups.length}, {groups.map(({ size }) => Math.round(size * 100) / 100).join("/")}
      </span>
    ),
    sortValue: ({ groups }) => groups.length,
    width: "132px",
  },
  {
    id: "metric",
    header: "Primary metrics",
    cell: ({ primaryMetrics }) => <Muted>{primaryMetrics?.map(({ name }) => name).join(", ") || "–"}</Muted>,
    sortValue: ({ primaryMetrics }) => primaryMetrics?.[0]?.name,
    phone: "second",
  },
  byColumn(({ creatorName, owner }) => owner?.ownerName ?? creatorName),
  changedColumn,
];

const isArchived = ({ status }: Experiment) => status === "archived";

/** Archived experiments are listed when their status is chosen. */
function fits(
  experiment: Experiment,
  { search = "", status = [], tags = [] }: ExperimentListSearch,
): boolean {
  const text = `${experiment.name}\n${experiment.id}`.toLowerCase();
  return (
    (status.length ? status.includes(experiment.status) : !isArchived(experiment)) &&
    text.includes(search.trim().toLowerCase()) &&
    tags.every((tag) => experiment.tags?.includes(tag))
  );
}

function Experiments() {
  const { data: experiments } = useSuspenseQuery(queryAll("listExperiments", {}));
  const search = route.useSearch();
  const found = experiments.filter((experiment) => fits(experiment, search));
  return (
    <EntityList
      title="Experiments"
      noun="experiment"
      to="/$company/experiments/$id"
      all={experiments}
      isArchived={isArchived}
      rows={sortRows(found, columns, sortOf(search))}
      columns={columns}
      search={search}
    >
      <ListFilters label="Filter the experiments" search={search.search}>
        <ListChoice
          label="Status"
          name="status"
          values={experiments.map(({ status }) => status)}
          chosen={search.status}
          labelOf={experimentState}
        />
        <ListChoice
          label="Tags"
          name="tags"
          values={experiments.flatMap(({ tags }) => tags ?? [])}
          chosen={search.tags}
        />
      </ListFilters>
    </EntityList>
  );
}

export const ExperimentListPage = () => (
  <ListPage title="Experiments">
    <Experiments />
  </ListPage>
);
