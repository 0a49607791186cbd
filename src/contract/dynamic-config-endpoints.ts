// The endpoints of dynamic configs beyond the API description: reading, creating, switching. Rows of the endpoint table.
import { z } from "zod";
import { DynamicConfig } from "./dynamic-config.ts";
import { endpoint } from "./endpoint.ts";
import { answer, DryRunQuery, flag, listAnswer, pageFields, PageQuery, textList } from "./envelope.ts";

const change = async () => (await import("./change.ts")).Change;
const archival = async () => (await import("./change.ts")).Archival;
const unarchival = async () => (await import("./change.ts")).Unarchival;

const paging = { links: "path", all: true } as const;
const text = z.string().optional();

const updated = {
  message: "Dynamic config updated successfully.",
  query: DryRunQuery,
  response: answer(DynamicConfig),
} as const;

export const dynamicConfigEndpoints = {
  listDynamicConfigReferences: endpoint({
    method: "GET",
    path: "/console/v1/gates/{id}/dynamic_config_references",
    summary: "List dynamic configs referencing a gate",
    message: "Dynamic Configs listed successfully.",
    paging,
    query: PageQuery,
    response: listAnswer(DynamicConfig),
  }),
  listDynamicConfigs: endpoint({
    method: "GET",
    path: "/console/v1/dynamic_configs",
    summary: "List dynamic configs",
    message: "Dynamic Configs listed successfully.",
    paging,
    query: z.object({
      ...pageFields,
      tags: textList.optional(),
      creatorName: text,
      search: text,
      includeArchived: flag,
    }),
    response: listAnswer(DynamicConfig),
  }),
  readDynamicConfig: endpoint({
    method: "GET",
    path: "/console/v1/dynamic_configs/{id}",
    summary: "Read a dynamic config",
    message: "Dynamic config read successfully.",
    response: answer(DynamicConfig),
  }),
  listDynamicConfigVersions: endpoint({
    method: "GET",
    path: "/console/v1/dynamic_configs/{id}/versions",
    summary: "List the versions of a dynamic config, the current one first",
    message: "Dynamic config versions listed successfully.",
    paging,
    query: PageQuery,
    response: listAnswer(DynamicConfig),
  }),

  // Choice: a dynamic config can be created, switched and archived, in the conventions of the description.
  createDynamicConfig: endpoint({
    method: "POST",
    path: "/console/v1/dynamic_configs",
    summary: "Create a dynamic config",
    message: "Dynamic config created successfully.",
    status: 201,
    query: DryRunQuery,
    body: async () => (await import("./dynamic-config-update.ts")).DynamicConfigCreate,
    response: answer(DynamicConfig),
  }),
  enableDynamicConfig: endpoint({
    method: "PUT",
    path: "/console/v1/dynamic_configs/{id}/enable",
    summary: "Let the rules of a dynamic config decide again",
    body: change,
    ...updated,
  }),
  disableDynamicConfig: endpoint({
    method: "PUT",
    path: "/console/v1/dynamic_configs/{id}/disable",
    summary: "Give everyone the default value of a dynamic config",
    body: change,
    ...updated,
  }),
  archiveDynamicConfig: endpoint({
    method: "PUT",
    path: "/console/v1/dynamic_configs/{id}/archive",
    summary: "Archive a dynamic config",
    body: archival,
    ...updated,
  }),
  unarchiveDynamicConfig: endpoint({
    method: "PUT",
    path: "/console/v1/dynamic_configs/{id}/unarchive",
    summary: "Take a dynamic config out of the archive",
    body: unarchival,
    ...updated,
  }),
};
