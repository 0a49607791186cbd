// Rows of the endpoint table for segments.
import { z } from "zod/mini";
import { listing, reading } from "./endpoint.ts";
import { pageFields, PageQuery } from "./query-fields.ts";
import { Segment, SegmentIDList } from "./segment.ts";
import { deleting, writing } from "./write-endpoint.ts";

const updates = () => import("./segment-update.ts");
const path = "/console/v1/segments";
const one = `${path}/{id}` as const;
const ids = `${one}/id_list` as const;

// Choice: segments can be read, created, changed and deleted, with the paths of public APIs of this kind.
export const segmentEndpoints = {
  listSegments: listing(Segment, z.object(pageFields), {
    path,
    summary: "List segments",
    message: "Segments listed successfully.",
  }),
  readSegment: reading(Segment, {
    path: one,
    summary: "Read a segment",
    message: "Segment read successfully.",
  }),
  createSegment: writing(Segment, async () => (await updates()).SegmentCreate, {
    method: "POST",
    path,
    summary: "Create a segment",
    message: "Segment created successfully.",
    status: 201,
  }),
  patchSegment: writing(Segment, async () => (await updates()).SegmentPatch, {
    method: "PATCH",
    path: one,
    summary: "Partially update a segment",
    message: "Segment updated successfully.",
  }),
  listSegmentVersions: listing(Segment, PageQuery, {
    path: `${one}/versions`,
    summary: "List the versions of a segment, the current one first",
    message: "Segment versions listed successfully.",
  }),
  deleteSegment: deleting({
    path: one,
    summary: "Delete a segment",
    message: "Segment deleted successfully.",
  }),
  readSegmentIDs: reading(SegmentIDList, {
    path: ids,
    summary: "Read the ids of a segment",
    message: "Segment ID List read successfully.",
  }),
  addSegmentIDs: writing(SegmentIDList, async () => (await updates()).SegmentIDs, {
    method: "PATCH",
    path: ids,
    summary: "Add ids to a segment",
    message: "Segment ID List updated successfully.",
  }),
  removeSegmentIDs: writing(SegmentIDList, async () => (await updates()).SegmentIDs, {
    method: "DELETE",
    path: ids,
    summary: "Remove ids from a segment",
    message: "Segment ID List updated successfully.",
  }),
};
