// The endpoints of gates beyond the API description: reading, and changes of the whole gate. Rows of the endpoint table.
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { answer, DryRunQuery, flag, listAnswer, pageFields, PageQuery, textList } from "./envelope.ts";
import { DependenciesQuery, GateDependencies } from "./gate-dependencies.ts";
import { Gate } from "./gate.ts";

const change = async () => (await import("./change.ts")).Change;
const archival = async () => (await import("./change.ts")).Archival;
const unarchival = async () => (await import("./change.ts")).Unarchival;

const paging = { links: "path", all: true } as const;
const text = z.string().optional();

const updated = {
  message: "Gate updated successfully.",
  query: DryRunQuery,
  response: answer(Gate),
} as const;

export const gateEndpoints = {
  listGates: endpoint({
    method: "GET",
    path: "/console/v1/gates",
    summary: "List gates",
    message: "Gates listed successfully.",
    paging,
    query: z.object({
      ...pageFields,
      idType: text,
      type: text,
      typeReason: text,
      status: text,
      tags: textList.optional(),
      creatorName: text,
      search: text,
      includeArchived: flag,
    }),
    response: listAnswer(Gate),
  }),
  readGate: endpoint({
    method: "GET",
    path: "/console/v1/gates/{id}",
    summary: "Read a gate",
    message: "Gate read successfully.",
    response: answer(Gate),
  }),
  readGateDependencies: endpoint({
    method: "GET",
    path: "/console/v1/gates/{id}/dependencies",
    summary: "Read what refers to a gate and what the gate refers to, through other gates too",
    message: "Gate dependencies read successfully.",
    query: DependenciesQuery,
    response: answer(GateDependencies),
  }),
  listGateVersions: endpoint({
    method: "GET",
    path: "/console/v1/gates/{id}/versions",
    summary: "List the versions of a gate, the current one first",
    message: "Gate versions listed successfully.",
    paging,
    query: PageQuery,
    response: listAnswer(Gate),
  }),

  // Choice: a gate can be created, changed as a whole, switched and archived, in the conventions of the description.
  createGate: endpoint({
    method: "POST",
    path: "/console/v1/gates",
    summary: "Create a gate",
    message: "Gate created successfully.",
    status: 201,
    query: DryRunQuery,
    body: async () => (await import("./gate-update.ts")).GateCreate,
    response: answer(Gate),
  }),
  updateGate: endpoint({
    method: "POST",
    path: "/console/v1/gates/{id}",
    summary: "Fully update a gate",
    body: async () => (await import("./gate-update.ts")).GateUpdate,
    ...updated,
  }),
  patchGate: endpoint({
    method: "PATCH",
    path: "/console/v1/gates/{id}",
    summary: "Partially update a gate",
    body: async () => (await import("./gate-update.ts")).GatePatch,
    ...updated,
  }),
  enableGate: endpoint({
    method: "PUT",
    path: "/console/v1/gates/{id}/enable",
    summary: "Let the rules of a gate decide again",
    body: change,
    ...updated,
  }),
  disableGate: endpoint({
    method: "PUT",
    path: "/console/v1/gates/{id}/disable",
    summary: "Let nobody pass a gate",
    body: change,
    ...updated,
  }),
  launchGate: endpoint({
    method: "PUT",
    path: "/console/v1/gates/{id}/launch",
    summary: "Let everyone pass a gate",
    body: change,
    ...updated,
  }),
  archiveGate: endpoint({
    method: "PUT",
    path: "/console/v1/gates/{id}/archive",
    summary: "Archive a gate",
    body: archival,
    ...updated,
  }),
  unarchiveGate: endpoint({
    method: "PUT",
    path: "/console/v1/gates/{id}/unarchive",
    summary: "Take a gate out of the archive",
    body: unarchival,
    ...updated,
  }),
};
