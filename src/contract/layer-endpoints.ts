// Rows of the endpoint table for layers.
import { z } from "zod/mini";
import { listing, reading } from "./endpoint.ts";
import { Layer } from "./layer.ts";
import { pageFields, PageQuery } from "./query-fields.ts";
import { deleting, writing } from "./write-endpoint.ts";

const updates = () => import("./layer-update.ts");
const path = "/console/v1/layers";
const one = `${path}/{id}` as const;

// Choice: layers can be read, created, changed and deleted, with the paths of public APIs of this kind.
export const layerEndpoints = {
  listLayers: listing(Layer, z.object(pageFields), {
    path,
    summary: "List layers",
    message: "Layers listed successfully.",
  }),
  readLayer: reading(Layer, { path: one, summary: "Read a layer", message: "Layer read successfully." }),
  createLayer: writing(Layer, async () => (await updates()).LayerCreate, {
    method: "POST",
    path,
    summary: "Create a layer",
    message: "Layer created successfully.",
    status: 201,
  }),
  updateLayer: writing(Layer, async () => (await updates()).LayerUpdate, {
    method: "POST",
    path: one,
    summary: "Fully update a layer",
    message: "Layer updated successfully.",
  }),
  patchLayer: writing(Layer, async () => (await updates()).LayerPatch, {
    method: "PATCH",
    path: one,
    summary: "Partially update a layer",
    message: "Layer updated successfully.",
  }),
  listLayerVersions: listing(Layer, PageQuery, {
    path: `${one}/versions`,
    summary: "List the versions of a layer, the current one first",
    message: "Layer versions listed successfully.",
  }),
  deleteLayer: deleting({ path: one, summary: "Delete a layer", message: "Layer deleted successfully." }),
};
