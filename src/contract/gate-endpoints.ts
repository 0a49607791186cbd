// Rows of the endpoint table for gates that neither the API description nor the
// console's first page has: dependencies, versions, and changes of whole gates.
import { z } from "zod/mini";
import { Checks, ChecksQuery } from "./checks.ts";
import { endpoint, listing, reading } from "./endpoint.ts";
import { deleting, writing } from "./write-endpoint.ts";
import { flag, listingFields, pageFields, PageQuery, textList } from "./query-fields.ts";
import { firstEndpoints } from "./first-endpoints.ts";
import { GateAudience, GateAudienceQuery } from "./gate-audience.ts";
import { DependenciesQuery, GateDependencies } from "./gate-dependencies.ts";
import { Gate } from "./gate.ts";
import { VersionDifferences } from "./version-differences.ts";
import { archival, change, switching, unarchival } from "./switching.ts";

const switched = switching(Gate, "Gate updated successfully.");

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

export const gateEndpoints = {
  listGates: endpoint({ ...firstEndpoints.listGates, query: GateFilter }),
  readGateDependencies: reading(GateDependencies, {
    path: "/console/v1/gates/{id}/dependencies",
    summary: "Read what refers to a gate and what the gate refers to, through other gates too",
    message: "Gate dependencies read successfully.",
    query: DependenciesQuery,
  }),
  // Choice: `/gate_audiences` returns how many users of recent events pass each gate, split by the deciding rule.
  readGateAudiences: reading(z.array(GateAudience), {
    path: "/console/v1/gate_audiences",
    summary:
      "Read how many users of recent events pass some gates or get what some configs give, and by which rules",
    message: "Gate audiences read successfully.",
    query: GateAudienceQuery,
  }),
  // Choice: `/checks` of a gate, config or experiment returns its logged checks by hour and rule, the libraries that asked, and the newest checks.
  readGateChecks: reading(Checks, {
    path: "/console/v1/gates/{id}/checks",
    summary: "Read how often apps asked for a gate, by hour and rule, with who asked and the newest checks",
    message: "Gate checks read successfully.",
    query: ChecksQuery,
  }),
  listGateVersions: listing(Gate, PageQuery, {
    path: "/console/v1/gates/{id}/versions",
    summary: "List the versions of a gate, the current one first",
    message: "Gate versions listed successfully.",
  }),
  // Choice: the history of a gate, dynamic config or experiment can also be read as the fields that each version changed.
  listGateDifferences: listing(VersionDifferences, PageQuery, {
    path: "/console/v1/gates/{id}/version_differences",
    summary: "List what each version of a gate changed, the current one first",
    message: "Gate versions listed successfully.",
  }),

  // Choice: a gate can be created, replaced, switched, archived and deleted, in the conventions of the description.
  createGate: writing(Gate, async () => (await import("./gate-update.ts")).GateCreate, {
    method: "POST",
    path: "/console/v1/gates",
    summary: "Create a gate",
    message: "Gate created successfully.",
    status: 201,
  }),
  updateGate: writing(Gate, async () => (await import("./gate-update.ts")).GateUpdate, {
    method: "POST",
    path: "/console/v1/gates/{id}",
    summary: "Fully update a gate",
    message: "Gate updated successfully.",
  }),
  patchGate: writing(Gate, async () => (await import("./gate-update.ts")).GatePatch, {
    method: "PATCH",
    path: "/console/v1/gates/{id}",
    summary: "Partially update a gate",
    message: "Gate updated successfully.",
  }),
  enableGate: switched("/console/v1/gates/{id}/enable", "Let the rules of a gate decide again", change),
  disableGate: switched("/console/v1/gates/{id}/disable", "Let nobody pass a gate", change),
  launchGate: switched("/console/v1/gates/{id}/launch", "Let everyone pass a gate", change),
  archiveGate: switched("/console/v1/gates/{id}/archive", "Archive a gate", archival),
  unarchiveGate: switched("/console/v1/gates/{id}/unarchive", "Take a gate out of the archive", unarchival),
  deleteGate: deleting({
    path: "/console/v1/gates/{id}",
    summary: "Delete a gate",
    message: "Gate deleted successfully.",
  }),
};
