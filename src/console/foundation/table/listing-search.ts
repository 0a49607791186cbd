// The order and the page number of a list as fields of the address; invalid fields count as absent.
import { z } from "zod/mini";
import { flag, optional, text } from "#console/foundation/api/address.ts";
import type { Sort } from "./sort-rows.ts";

/** Fields of the address that every list has, since its rows have a name, an id and tags. */
export const listingSearch = <const Name extends string>(columns: readonly Name[]) => ({
  search: text,
  tags: z.optional(z.catch(z.array(z.string()), [])),
  sort: optional(z.enum(columns)),
  order: optional(z.enum(["ascending", "descending"])),
  page: optional(z.int().check(z.gte(1))),
  /** The dialog for creating an entity is open. */
  create: flag,
  limit: optional(z.int().check(z.gte(10), z.lte(100))),
});

export type Listing<Name extends string = string> = Partial<
  z.output<z.ZodMiniObject<ReturnType<typeof listingSearch<Name>>>>
>;

/** Sorted by name unless the address says otherwise. */
export const sortOf = ({ sort = "name", order }: Listing): Sort => ({
  column: sort,
  descending: order === "descending",
});

/** Prepares texts for a query: a single text is sent twice, because one with a comma would be read as several. */
export const wholeTexts = (texts: readonly string[] | undefined): string[] | undefined =>
  texts?.length === 1 ? [...texts, ...texts] : texts && [...texts];
