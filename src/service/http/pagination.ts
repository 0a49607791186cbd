// Creates the pagination object of a list response (API 2.2): exact totals, and links that preserve the request's other parameters.
import type { Pagination } from "#contract/envelope.ts";

interface Page {
  limit: number;
  page: number;
  total: number;
  /** Path and query of the request. */
  url: URL;
  links: "path" | "query";
  all: boolean;
  /** Cursor of the next page, null on the last one; undefined if pages are numbered only. */
  next?: string | null | undefined;
}

export function paginate({ limit, page, total, url, links, all, next }: Page): Pagination {
  const last = limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit));
  const linkTo = (name: "page" | "cursor", place: number | string) => {
    const query = new URLSearchParams(url.search);
    for (const other of ["page", "limit", "cursor"]) query.delete(other);
    query.append(name, String(place));
    query.append("limit", String(limit));
    return `${links === "path" ? url.pathname : ""}?${query.toString()}`;
  };
  return {
    itemsPerPage: limit,
    pageNumber: page,
    totalItems: total,
    nextPage:
      next === undefined ? (page < last ? linkTo("page", page + 1) : null) : next && linkTo("cursor", next),
    previousPage: page > 1 ? linkTo("page", Math.min(page - 1, last)) : null,
    all: all ? url.pathname : "",
  };
}
