// The list of gates, one of them, and the key: the rows of the endpoint table that the console's first page needs. A row
// that it can do without stands in another file.
import { z } from "zod/mini";
import { CurrentKey } from "./api-key.ts";
import { listing, reading } from "./endpoint.ts";
import { flag, listingFields, pageFields, textList } from "./envelope.ts";
import { Gate } from "./gate.ts";

const text = z.optional(z.string());

const gateSorts = [
  "name",
  "status",
  "type",
  "tags",
  "checksPerHour",
  "lastModifierName",
  "lastModifiedTime",
] as const;

const GateFilter = z.object({
  ...pageFields,
  ...listingFields(gateSorts),
  idType: text,
  type: text,
  typeReason: z.optional(textList),
  status: z.optional(textList),
  tags: z.optional(textList),
  creatorName: text,
  search: text,
  includeArchived: flag,
});

export const firstEndpoints = {
  // Choice: gates, dynamic configs, experiments, metrics and the key in use can be read, in the conventions of the description.
  listGates: listing(Gate, GateFilter, {
    path: "/console/v1/gates",
    summary: "List gates",
    message: "Gates listed successfully.",
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
