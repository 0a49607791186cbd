// The query for the results of an experiment, shared by all readers so that they share its cache entry.
import type { Experiment } from "#contract/experiment.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { controlOf } from "./controls.tsx";

/**
 * Requests all test groups against one control. Groups, level and scale are then selected on the client,
 * without another request.
 */
export function summaryQuery(experiment: Experiment, control: string | undefined, since: number | undefined) {
  const chosen = controlOf(experiment, control)?.id;
  const isOwn = chosen === controlOf(experiment, undefined)?.id;
  return queryPage("readSummaryCharts", {
    id: experiment.id,
    ...(experiment.groups.length > 1 ? { test: "*" } : {}),
    ...(since === undefined ? {} : { since }),
    ...(isOwn || chosen === undefined ? {} : { control: chosen }),
  });
}
