import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { ExportMenu } from "#console/features/experiments/export/export-menu.tsx";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { intervalDomain } from "#console/foundation/charts/interval-domain.ts";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { pageOf } from "#console/foundation/table/paging.tsx";
import { ListPage } from "#console/foundation/table/list-page.tsx";
import { sortOf } from "#console/foundation/table/listing-search.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { experimentColumns } from "./experiment-columns.tsx";
import type { ExperimentListSearch } from "./experiment-list-search.ts";
import { decisionLabels, entryOf, isAwaited, isDecisionKind, type ListEntry } from "./list-entry.ts";
import { listExports } from "./list-exports.ts";

const route = getRouteApi("/$company/experiments");

const isArchived = ({ experiment }: ListEntry) => experiment.status === "archived";

const resultWord = ({ lead }: ListEntry) => lead?.word ?? "";

/** Archived experiments are listed when their status is chosen. */
function fits(
  entry: ListEntry,
  { search = "", status = [], tags = [], health = [], result = [], decision = [] }: ExperimentListSearch,
): boolean {
  const { experiment } = entry;
  const text = `${experiment.name}\n${experiment.id}`.toLowerCase();
  return (
    (status.length ? status.includes(experiment.status) : !isArchived(entry)) &&
    text.includes(search.trim().toLowerCase()) &&
    tags.every((tag) => experiment.tags?.includes(tag)) &&
    (!health.length || health.some((name) => entry.health?.names.includes(name))) &&
    (!result.length || result.includes(resultWord(entry))) &&
    (!decision.length || decision.some((kind) => entry.decision?.kind === kind))
  );
}

/** Of all that fit, so that the scale stays from page to page. */
function columnsFor(found: readonly ListEntry[]) {
  const drawn = found.flatMap(({ lead }) =>
    lead?.effect?.scale === "percent" ? [{ value: lead.effect.value, delta: lead.effect.margin }] : [],
  );
  return experimentColumns(intervalDomain(drawn)[1]);
}

/** ms; and the most readings while results are computed by the service, one experiment after the other. */
const readAgainAfter = 3000;
const mostReadings = 60;

/** New results would then move rows under the reader's pointer. */
const goesByResults = ({ sort = "name", health = [], result = [] }: ExperimentListSearch) =>
  ["health", "lead"].includes(sort) || health.length + result.length > 0;

function Experiments() {
  const search = route.useSearch();
  const { data: experiments, dataUpdatedAt } = useSuspenseQuery({
    ...queryAll("listExperiments", {}),
    refetchInterval: ({ state }) =>
      !goesByResults(search) && state.dataUpdateCount < mostReadings && state.data?.some(isAwaited)
        ? Math.max(readAgainAfter, 10 * state.data.length)
        : false,
  });
  const all = useMemo(
    () => experiments.map((experiment) => entryOf(experiment, dataUpdatedAt)),
    [experiments, dataUpdatedAt],
  );
  const archived = all.filter(isArchived).length;
  const found = all.filter((entry) => fits(entry, search));
  const columns = columnsFor(found);
  const rows = sortRows(found, columns, sortOf(search));
  return (
    <EntityList
      title="Experiments"
      noun="experiment"
      to="/$company/experiments/$id"
      counts={{ inUse: all.length - archived, archived }}
      rows={pageOf(rows, search.page ?? 1, search.limit ?? 20)}
      total={rows.length}
      columns={columns}
      search={search}
    >
      <ExportMenu exports={listExports} exported={() => rows} />
      <ListFilters label="Filter the experiments" search={search.search}>
        <ListChoice
          label="Status"
          name="status"
          values={experiments.map(({ status }) => status)}
          chosen={search.status}
          labelOf={experimentState}
        />
        <ListChoice
          label="Health"
          name="health"
          values={all.flatMap(({ health }) => health?.names ?? [])}
          chosen={search.health}
        />
        <ListChoice
          label="Result"
          name="result"
          values={all.map(resultWord).filter(Boolean)}
          chosen={search.result}
        />
        <ListChoice
          label="Decision"
          name="decision"
          values={all.flatMap(({ decision }) => decision?.kind ?? [])}
          chosen={search.decision}
          labelOf={(kind) => (isDecisionKind(kind) ? decisionLabels[kind] : kind)}
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
