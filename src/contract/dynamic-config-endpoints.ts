// Rows of the endpoint table for dynamic configs that the API description does not have: reading, creating, switching.
import { z } from "zod/mini";
import { Checks, ChecksQuery } from "./checks.ts";
import { DynamicConfig } from "./dynamic-config.ts";
import { listing, reading } from "./endpoint.ts";
import { deleting, writing } from "./write-endpoint.ts";
import { flag, listingFields, pageFields, PageQuery, textList } from "./query-fields.ts";
import { VersionDifferences } from "./version-differences.ts";
import { archival, change, switching, unarchival } from "./switching.ts";

const text = z.optional(z.string());

const ConfigFilter = z.object({
  ...pageFields,
  ...listingFields(["name", "state", "rules", "tags", "lastModifierName", "lastModifiedTime"]),
  tags: z.optional(textList),
  creatorName: text,
  search: text,
  includeArchived: flag,
});

const creation = async () => (await import("./dynamic-config-update.ts")).DynamicConfigCreate;
const patch = async () => (await import("./dynamic-config-update.ts")).DynamicConfigPatch;
const switched = switching(DynamicConfig, "Dynamic config updated successfully.");

export const dynamicConfigEndpoints = {
  listDynamicConfigReferences: listing(DynamicConfig, PageQuery, {
    path: "/console/v1/gates/{id}/dynamic_config_references",
    summary: "List dynamic configs referencing a gate",
    message: "Dynamic Configs listed successfully.",
  }),
  listDynamicConfigs: listing(DynamicConfig, ConfigFilter, {
    path: "/console/v1/dynamic_configs",
    summary: "List dynamic configs",
    message: "Dynamic Configs listed successfully.",
  }),
  readDynamicConfig: reading(DynamicConfig, {
    path: "/console/v1/dynamic_configs/{id}",
    summary: "Read a dynamic config",
    message: "Dynamic config read successfully.",
  }),
  readDynamicConfigChecks: reading(Checks, {
    path: "/console/v1/dynamic_configs/{id}/checks",
    summary:
      "Read how often apps asked for a dynamic config, by hour and rule, with who asked and the newest checks",
    message: "Dynamic config checks read successfully.",
    query: ChecksQuery,
  }),
  listDynamicConfigVersions: listing(DynamicConfig, PageQuery, {
    path: "/console/v1/dynamic_configs/{id}/versions",
    summary: "List the versions of a dynamic config, the current one first",
    message: "Dynamic config versions listed successfully.",
  }),
  listDynamicConfigDifferences: listing(VersionDifferences, PageQuery, {
    path: "/console/v1/dynamic_configs/{id}/version_differences",
    summary: "List what each version of a dynamic config changed, the current one first",
    message: "Dynamic config versions listed successfully.",
  }),

  // Choice: a dynamic config can be created, partially updated, switched, archived and deleted, in the conventions of the description.
  createDynamicConfig: writing(DynamicConfig, creation, {
    method: "POST",
    path: "/console/v1/dynamic_configs",
    summary: "Create a dynamic config",
    message: "Dynamic config created successfully.",
    status: 201,
  }),
  patchDynamicConfig: writing(DynamicConfig, patch, {
    method: "PATCH",
    path: "/console/v1/dynamic_configs/{id}",
    summary: "Partially update a dynamic config",
    message: "Dynamic config updated successfully.",
  }),
  enableDynamicConfig: switched(
    "/console/v1/dynamic_configs/{id}/enable",
    "Let the rules of a dynamic config decide again",
    change,
  ),
  disableDynamicConfig: switched(
    "/console/v1/dynamic_configs/{id}/disable",
    "Give everyone the default value of a dynamic config",
    change,
  ),
  archiveDynamicConfig: switched(
    "/console/v1/dynamic_configs/{id}/archive",
    "Archive a dynamic config",
    archival,
  ),
  unarchiveDynamicConfig: switched(
    "/console/v1/dynamic_configs/{id}/unarchive",
    "Take a dynamic config out of the archive",
    unarchival,
  ),
  deleteDynamicConfig: deleting({
    path: "/console/v1/dynamic_configs/{id}",
    summary: "Delete a dynamic config",
    message: "Dynamic Config deleted successfully.",
  }),
};
