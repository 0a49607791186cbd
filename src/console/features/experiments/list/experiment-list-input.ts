// Turns the search parameters of the experiment list into the input of the list request.
import { experimentListEndpoint } from "#contract/experiment-list-endpoint.ts";
import { registerEndpoints, type Input } from "#console/foundation/api/call.ts";
import { wholeTexts } from "#console/foundation/table/listing-search.ts";
import type { ExperimentListSearch } from "./experiment-list-search.ts";

registerEndpoints(experimentListEndpoint);

const sorts = {
  name: "name",
  health: "health",
  lead: "lead",
  interval: "lead",
  guardrail: "guardrail",
  days: "days",
  next: "need",
} as const;

/** Older links and saved views use "needs" for decisions and failed checks together. */
const bandsOf = (names: readonly string[] | undefined) =>
  names?.flatMap((name) => (name === "needs" ? ["decide", "fix"] : name));

/** The filter without pagination. By default, experiments that need attention come first. */
export const experimentFilterOf = (search: ExperimentListSearch) =>
  ({
    named: search.search?.trim() || undefined,
    status: search.status,
    band: bandsOf(search.band),
    health: wholeTexts(search.health),
    result: search.result,
    guardrail: search.guardrail,
    metric: wholeTexts(search.metric),
    owner: wholeTexts(search.owner),
    tags: wholeTexts(search.tags),
    includeArchived: search.band?.includes("archived") ?? false,
    ...(search.weeks
      ? ({ sort: "start", order: "descending" } as const)
      : { sort: sorts[search.sort ?? "next"], order: search.order }),
  }) satisfies Input<"listExperimentRows">;

export const experimentPageOf = (search: ExperimentListSearch) =>
  ({
    ...experimentFilterOf(search),
    page: search.page ?? 1,
    limit: search.limit ?? 20,
    counts: true,
  }) satisfies Input<"listExperimentRows">;
