// The endpoint row of the list of experiments, in a file of its own so that the list can be drawn before the whole table is loaded.
import { endpoint, pathLinks } from "./endpoint.ts";
import { listAnswer } from "./envelope.ts";
import { ExperimentRow } from "./experiment-row.ts";

export const experimentListEndpoint = {
  /** The query schema is omitted: the console sends its query unparsed. */
  listExperimentRows: endpoint({
    method: "GET",
    path: "/console/v1/experiment_rows",
    paging: pathLinks,
    summary: "List experiments with the fields that lists show",
    message: "Experiments listed successfully.",
    response: listAnswer(ExperimentRow),
  }),
};
