// The parameters that a decision ships, and the questions that its follow-ups share.
import type { Experiment } from "#contract/experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import type { Parameters } from "./config-fit.ts";

/** Of the group that was shipped; none where it has none. */
export const shippedParameters = ({ groups, launchedGroupID }: Experiment): Parameters =>
  groups.find(({ id }) => id === launchedGroupID)?.parameterValues ?? {};

/** Configs whose fields are looked at. */
export const fewConfigs = query("listDynamicConfigs", { limit: 100 });
