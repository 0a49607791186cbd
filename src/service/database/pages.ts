// One page of the rows of a query, with the number of all rows.
import type { Reader, Row, Value } from "./database.ts";

export interface PageOf {
  /** Rows per page; 0 returns the total alone. */
  limit: number;
  /** Number of the page, from 1. */
  page: number;
}

export interface Found<T> {
  items: T[];
  total: number;
}

/** The parts of a statement; the order must be unique, so that pages neither repeat nor skip a row. */
interface Listing {
  select: string;
  from: string;
  order: string;
  values?: readonly Value[];
  /** A statement that selects the number of all rows as `total`, where it is known without scanning them. */
  count?: string;
}

export async function readPage<R extends Row>(
  reader: Reader,
  { select, from, order, values = [], count = `select count(*) as total from ${from}` }: Listing,
  { limit, page }: PageOf,
): Promise<Found<R>> {
  const items = limit
    ? await reader.query<R>(
        `select ${select} from ${from} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
        values,
      )
    : [];
  // A first page that is not full contains all rows.
  if (page === 1 && items.length < limit) return { items, total: items.length };
  const [counted] = await reader.query<{ total: number }>(count, values);
  return { items, total: counted?.total ?? 0 };
}

/** One page of a list that is already in memory. */
export const pageOfList = <T>(all: readonly T[], { limit, page }: PageOf): Found<T> => ({
  items: all.slice((page - 1) * limit, page * limit),
  total: all.length,
});

/** One page that holds all rows. */
export const everything: PageOf = { limit: Number.MAX_SAFE_INTEGER, page: 1 };
