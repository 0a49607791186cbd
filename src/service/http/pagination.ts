// The pagination object of a list answer (API 2.2): true totals, and links that keep the request's other parameters.
import type { Pagination } from "#contract/envelope.ts";

interface Page {
  limit: number;
  page: number;
  total: number;
  /** Path and query of the request. */
  url: URL;
  links: "path" | "query";
  all: boolean;
}

export function paginate({ limit, page, total, url, links, all }: Page): Pagination {
  const last = limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit));
  const linkTo = (number: number) => {
    const query = new URLSearchParams(url.search);
    for (const name of ["page", "limit"]) query.delete(name);
    query.append("page", String(number));
    query.append("limit", String(limit));
    return `${links === "path" ? url.pathname : ""}?${query.toString()}`;
  };
  return {
    itemsPerPage: limit,
    pageNumber: page,
    totalItems: total,
    nextPage: page < last ? linkTo(page + 1) : null,
    previousPage: page > 1 ? linkTo(Math.min(page - 1, last)) : null,
    all: all ? url.pathname : "",
  };
}
