import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { queryPage } from "#console/foundation/api/query.ts";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { EntityList } from "#console/foundation/table/entity-list.tsx";
import { useListedPage } from "#console/foundation/table/listed-page.tsx";
import { NewMetricButton, NewMetricLink } from "./new-metric-link.tsx";
import { metricColumnsAt } from "./metric-columns.tsx";
import { MetricFilters } from "./metric-filters.tsx";
import { metricPageOf } from "./metric-list-input.ts";

const route = getRouteApi("/$company/metrics");

export function MetricListPage() {
  const search = route.useSearch();
  const listed = useListedPage(queryPage("listMetrics", metricPageOf(search)));
  const { counts, readTime } = listed;
  const columns = useMemo(() => metricColumnsAt(readTime), [readTime]);
  return (
    <EntityList
      {...listed}
      title="Metrics"
      noun="metric"
      to="/$company/metrics/$id"
      columns={columns}
      search={search}
      start={<NewMetricLink />}
    >
      <NewMetricButton />
      <DraftList section="metrics" />
      <MetricFilters counts={counts} />
    </EntityList>
  );
}
