// Endpoint rows that the console's first page needs: the list of gates, one
// gate, and the key in use. Rows that it does not need belong in other files.
import { CurrentKey } from "./api-key.ts";
import { endpoint, pathLinks, reading } from "./endpoint.ts";
import { listAnswer } from "./envelope.ts";
import { Gate } from "./gate.ts";

export const firstEndpoints = {
  // Choice: gates, dynamic configs, experiments, metrics and the current key can be read, in the conventions of the description.
  /** The query schema is omitted: the console sends its query unparsed. */
  listGates: endpoint({
    method: "GET",
    path: "/console/v1/gates",
    paging: pathLinks,
    summary: "List gates",
    message: "Gates listed successfully.",
    response: listAnswer(Gate),
  }),
  readGate: reading(Gate, {
    path: "/console/v1/gates/{id}",
    summary: "Read a gate",
    message: "Gate read successfully.",
  }),
  readCurrentKey: reading(CurrentKey, {
    path: "/console/v1/api_keys/current",
    summary: "Read the name and the rights of the key in use",
    message: "API key read successfully.",
  }),
};
