// The order and the page of a list in its address; a broken link still opens the list.
import { z } from "zod/mini";
import { flag, optional, text } from "#console/foundation/api/address.ts";
import type { Sort } from "./sort-rows.ts";

/** Fields of the address that every list has: its rows have a name, an id and tags. */
export const listingSearch = <const Name extends string>(columns: readonly Name[]) => ({
  search: text,
  tags: z.optional(z.catch(z.array(z.string()), [])),
  sort: optional(z.enum(columns)),
  order: optional(z.enum(["ascending", "descending"])),
  page: optional(z.int().check(z.gte(1))),
  /** The dialog that creates one is open. */
  create: flag,
  limit: optional(z.int().check(z.gte(10), z.lte(100))),
});

export type Listing<Name extends string = string> = Partial<
  z.output<z.ZodMiniObject<ReturnType<typeof listingSearch<Name>>>>
>;

/** By name, where the address has no other order. */
export const sortOf = ({ sort = "name", order }: Listing): Sort => ({
  column: sort,
  descending: order === "descending",
});

/** Texts as a query sends them: a single one with a comma would be read as several. */
export const wholeTexts = (texts: readonly string[] | undefined): string[] | undefined =>
  texts?.length === 1 ? [...texts, ...texts] : texts && [...texts];
