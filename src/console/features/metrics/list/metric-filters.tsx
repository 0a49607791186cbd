import { getRouteApi } from "@tanstack/react-router";
import type { ListCounts } from "#contract/list-counts.ts";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { typeLabel } from "#console/features/metrics/metric-words.ts";

const route = getRouteApi("/$company/metrics");

export function MetricFilters({ counts }: { counts: ListCounts }) {
  const { search, type, event, owner, tags } = route.useSearch();
  return (
    <ListFilters label="Filter the metrics" search={search}>
      <ListChoice
        label="Type"
        name="type"
        values={countedValues(counts, "type")}
        chosen={type}
        labelOf={typeLabel}
      />
      <ListChoice label="Event" name="event" values={countedValues(counts, "event")} chosen={event} />
      <ListChoice label="Owner" name="owner" values={countedValues(counts, "owner")} chosen={owner} />
      <ListChoice label="Tags" name="tags" values={countedValues(counts, "tags")} chosen={tags} />
    </ListFilters>
  );
}
