// Rows of the endpoint table for holdouts.
import { z } from "zod/mini";
import { listing, reading } from "./endpoint.ts";
import { Holdout } from "./holdout.ts";
import { pageFields, PageQuery } from "./query-fields.ts";
import { writing } from "./write-endpoint.ts";

const updates = () => import("./holdout-update.ts");
const path = "/console/v1/holdouts";
const one = `${path}/{id}` as const;

// Choice: holdouts can be read, created and changed, with the paths of public APIs of this kind.
export const holdoutEndpoints = {
  listHoldouts: listing(Holdout, z.object(pageFields), {
    path,
    summary: "List holdouts",
    message: "Holdouts listed successfully.",
  }),
  readHoldout: reading(Holdout, {
    path: one,
    summary: "Read a holdout",
    message: "Holdout read successfully.",
  }),
  createHoldout: writing(Holdout, async () => (await updates()).HoldoutCreate, {
    method: "POST",
    path,
    summary: "Create a holdout",
    message: "Holdout created successfully.",
    status: 201,
  }),
  patchHoldout: writing(Holdout, async () => (await updates()).HoldoutPatch, {
    method: "PATCH",
    path: one,
    summary: "Partially update a holdout",
    message: "Holdout updated successfully.",
  }),
  listHoldoutVersions: listing(Holdout, PageQuery, {
    path: `${one}/versions`,
    summary: "List the versions of a holdout, the current one first",
    message: "Holdout versions listed successfully.",
  }),
};
