// What the address of a list says about its order and its page; a broken link still opens the list.
import { z } from "zod";
import type { Sort } from "./sort-rows.ts";

/** Fields of the address that every list has: its rows have a name, an id and tags. */
export const listingSearch = <const Name extends string>(columns: readonly Name[]) => ({
  search: z.coerce.string().optional().catch(undefined),
  tags: z.array(z.string()).catch([]).optional(),
  sort: z.enum(columns).optional().catch(undefined),
  order: z.enum(["ascending", "descending"]).optional().catch(undefined),
  page: z.int().min(1).optional().catch(undefined),
  limit: z.int().min(10).max(100).optional().catch(undefined),
});

export interface Listing<Name extends string = string> {
  sort?: Name | undefined;
  order?: "ascending" | "descending" | undefined;
  /** From 1. */
  page?: number | undefined;
  limit?: number | undefined;
}

/** By name, where the address tells no other order. */
export const sortOf = ({ sort = "name", order }: Listing): Sort => ({
  column: sort,
  descending: order === "descending",
});
