// The parameters that a decision ships, and the query that its follow-ups share.
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import type { Parameters } from "./config-fit.ts";

/** Parameters of the shipped group; empty if no group was shipped or it has none. */
export const shippedParameters = ({ groups, launchedGroupID }: Experiment): Parameters =>
  groups.find(({ id }) => id === launchedGroupID)?.parameterValues ?? {};

/** The configs that are searched for fitting fields. */
export const firstConfigsQuery = query("listDynamicConfigs", { limit: 100 });
