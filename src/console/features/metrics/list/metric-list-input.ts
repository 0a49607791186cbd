// Turns the search parameters of the metric list into the input of the list request.
import type { Input } from "#console/foundation/api/call.ts";
import { wholeTexts } from "#console/foundation/table/listing-search.ts";
import type { MetricListSearch } from "#console/features/metrics/metric-searches.ts";

const sorts = {
  name: "name",
  type: "type",
  event: undefined,
  direction: "directionality",
  used: "experimentCount",
  fresh: "lastEventTime",
  owner: "owner",
} as const;

export const metricPageOf = ({ search, type, event, owner, tags, ...asked }: MetricListSearch) =>
  ({
    named: search?.trim() || undefined,
    type: wholeTexts(type),
    event: wholeTexts(event),
    owner: wholeTexts(owner),
    tags: wholeTexts(tags),
    sort: sorts[asked.sort ?? "name"],
    order: asked.order,
    page: asked.page ?? 1,
    limit: asked.limit ?? 20,
    counts: true,
  }) satisfies Input<"listMetrics">;
