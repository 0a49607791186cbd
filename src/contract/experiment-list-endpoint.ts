// The row of the endpoint table that the list of experiments needs: it is drawn before the whole table is read.
import { endpoint, pathLinks } from "./endpoint.ts";
import { listAnswer } from "./envelope.ts";
import { Experiment } from "./experiment.ts";

export const experimentListEndpoint = {
  /** Without its query, which the console sends as it is. */
  listExperiments: endpoint({
    method: "GET",
    path: "/console/v1/experiments",
    paging: pathLinks,
    summary: "List experiments",
    message: "Experiments listed successfully.",
    response: listAnswer(Experiment),
  }),
};
