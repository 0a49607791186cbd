// The endpoint row of the list of experiments, in a file of its own so that the list can be drawn before the whole table is loaded.
import { endpoint, pathLinks } from "./endpoint.ts";
import { listAnswer } from "./envelope.ts";
import { Experiment } from "./experiment.ts";

export const experimentListEndpoint = {
  /** The query schema is omitted: the console sends its query unparsed. */
  listExperiments: endpoint({
    method: "GET",
    path: "/console/v1/experiments",
    paging: pathLinks,
    summary: "List experiments",
    message: "Experiments listed successfully.",
    response: listAnswer(Experiment),
  }),
};
