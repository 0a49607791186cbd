// The envelope of every response, and the fields that entities share (API 2.1, 2.2).
import { z } from "zod/mini";
import { ListCounts } from "./list-counts.ts";

export const Pagination = z.looseObject({
  itemsPerPage: z.number(),
  pageNumber: z.number(),
  totalItems: z.number(),
  nextPage: z.nullish(z.string()),
  previousPage: z.nullish(z.string()),
  all: z.nullish(z.string()),
});
export type Pagination = z.infer<typeof Pagination>;

/** Envelope of a single result. */
export const answer = <Data extends z.ZodMiniType>(data: Data) =>
  z.looseObject({ message: z.string(), data });

/** Envelope of one page of results. Reading: `pagination` may be missing on other services (API 4.3). */
export const listAnswer = <Item extends z.ZodMiniType>(item: Item) =>
  z.looseObject({
    message: z.string(),
    data: z.array(item),
    pagination: z.optional(Pagination),
    counts: z.optional(ListCounts),
  });

/** Creator and last modifier of an entity in responses; times in ms since the epoch. */
export const authorship = {
  permalink: z.nullish(z.string()),
  lastModifierID: z.nullish(z.string()),
  lastModifierName: z.nullish(z.string()),
  lastModifierEmail: z.nullish(z.string()),
  lastModifiedTime: z.nullish(z.number()),
  lastModifiedReason: z.nullish(z.string()),
  creatorID: z.nullish(z.string()),
  creatorName: z.nullish(z.string()),
  creatorEmail: z.nullish(z.string()),
  createdTime: z.nullish(z.number()),
};

/** Fields shared by gates, experiments and other entities. */
export const entityFields = {
  id: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  idType: z.nullish(z.string()),
  ...authorship,
  targetApps: z.nullish(z.array(z.unknown())),
  holdoutIDs: z.nullish(z.array(z.unknown())),
  tags: z.nullish(z.array(z.string())),
};

export const Owner = z.looseObject({
  ownerID: z.nullish(z.string()),
  ownerName: z.nullish(z.string()),
  ownerType: z.nullish(z.string()),
  ownerEmail: z.nullish(z.string()),
});
export type Owner = z.infer<typeof Owner>;
