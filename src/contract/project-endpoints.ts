// Rows of the endpoint table for project-wide settings: tags, target apps, unit id types, environments, entity property sources.
import { listing, reading } from "./endpoint.ts";
import { ProjectEnvironments, Tag, TargetApp, UnitIDType } from "./project-lists.ts";
import { PageQuery } from "./query-fields.ts";
import { writing } from "./write-endpoint.ts";

const updates = () => import("./project-lists-update.ts");

// Choice: tags, target apps, unit id types and environments can be read and added, and entity property sources written, with the paths of public APIs of this kind.
export const projectEndpoints = {
  listTags: listing(Tag, PageQuery, {
    path: "/console/v1/tags",
    summary: "List the tags that were made or are in use",
    message: "Tags listed successfully",
  }),
  readTag: reading(Tag, {
    path: "/console/v1/tags/{id}",
    summary: "Read a tag",
    message: "Tag read successfully.",
  }),
  createTag: writing(Tag, async () => (await updates()).TagCreate, {
    method: "POST",
    path: "/console/v1/tags",
    summary: "Create a tag",
    message: "Tag created successfully.",
    status: 201,
  }),
  listTargetApps: listing(TargetApp, PageQuery, {
    path: "/console/v1/target_app",
    summary: "List target apps",
    message: "Target apps listed successfully.",
  }),
  readTargetApp: reading(TargetApp, {
    path: "/console/v1/target_app/{id}",
    summary: "Read a target app",
    message: "Target app read successfully.",
  }),
  createTargetApp: writing(TargetApp, async () => (await updates()).TargetAppCreate, {
    method: "POST",
    path: "/console/v1/target_app",
    summary: "Create a target app",
    message: "Target app created successfully.",
    status: 201,
  }),
  listUnitIDTypes: listing(UnitIDType, PageQuery, {
    path: "/console/v1/unit_id_types",
    summary: "List the unit id types that were made or are in use",
    message: "Unit ID Types listed successfully.",
  }),
  createUnitIDType: writing(UnitIDType, async () => (await updates()).UnitIDTypeCreate, {
    method: "POST",
    path: "/console/v1/unit_id_types",
    summary: "Create a unit id type",
    message: "Unit ID Type created successfully.",
    status: 201,
  }),
  readEnvironments: reading(ProjectEnvironments, {
    path: "/console/v1/environments",
    summary: "Read the environments",
    message: "Environments read successfully.",
  }),
  updateEnvironments: writing(ProjectEnvironments, async () => (await updates()).EnvironmentsUpdate, {
    method: "POST",
    path: "/console/v1/environments",
    summary: "Replace the environments",
    message: "Environments updated successfully.",
  }),
};
