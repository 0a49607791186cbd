// Rows of the endpoint table for a single entity property source. The list of sources is in endpoints.ts, as in the API description.
import { z } from "zod/mini";
import { listing, reading } from "./endpoint.ts";
import { EntityPropertySource } from "./entity-property.ts";
import { PageQuery } from "./query-fields.ts";
import { SourcePreview } from "./source-preview.ts";
import { deleting, writing } from "./write-endpoint.ts";

const updates = () => import("./entity-property-update.ts");
const source = "/console/v1/experiments/entity_property/{id}";

/** The response of a write. As with all sources, a dry run also returns a preview from the warehouse. */
const Written = z.extend(EntityPropertySource, { preview: z.optional(SourcePreview) });

export const entityPropertyEndpoints = {
  readEntityProperty: reading(EntityPropertySource, {
    path: source,
    summary: "Read an entity property source",
    message: "Entity Property Source read successfully.",
  }),
  createEntityProperty: writing(Written, async () => (await updates()).EntityPropertyCreate, {
    method: "POST",
    path: "/console/v1/experiments/entity_properties",
    summary: "Create an entity property source",
    message: "Entity Property Source created successfully",
    status: 201,
  }),
  updateEntityProperty: writing(Written, async () => (await updates()).EntityPropertyUpdate, {
    method: "POST",
    path: source,
    summary: "Fully update an entity property source",
    message: "Entity Property Source updated successfully",
  }),
  patchEntityProperty: writing(Written, async () => (await updates()).EntityPropertyPatch, {
    method: "PATCH",
    path: source,
    summary: "Partially update an entity property source",
    message: "Entity Property Source updated successfully",
  }),
  deleteEntityProperty: deleting({
    path: source,
    summary: "Delete an entity property source",
    message: "Entity Property Source deleted successfully",
  }),
  listEntityPropertyVersions: listing(EntityPropertySource, PageQuery, {
    path: `${source}/versions`,
    summary: "List the versions of an entity property source, the current one first",
    message: "Entity Property Source versions listed successfully.",
  }),
};
