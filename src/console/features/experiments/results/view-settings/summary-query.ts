// The question for the results of an experiment, the same wherever they are read.
import type { Experiment } from "#contract/experiment.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { controlOf } from "./controls.tsx";

/** The results of all test groups against one control. Groups, level and scale in view are chosen from this answer, without asking again. */
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
