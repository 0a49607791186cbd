// Translates the URL of the gate list into the input of the `listGates` endpoint.
import type { Input } from "#console/foundation/api/call.ts";
import { wholeTexts } from "#console/foundation/table/listing-search.ts";
import { ordered, type GateListSearch } from "./gate-search.ts";

const sorts = {
  name: "name",
  status: "status",
  who: undefined,
  type: "type",
  tags: "tags",
  checks: "checksPerHour",
  by: "lastModifierName",
  changed: "lastModifiedTime",
} as const;

/** The filter without pagination, which applies to all pages. */
export function gateFilterOf(asked: GateListSearch) {
  const { search, status, stale, tags, sort = "changed", order } = ordered(asked);
  return {
    named: search?.trim() || undefined,
    status,
    typeReason: stale,
    tags: wholeTexts(tags),
    sort: sorts[sort],
    order,
  } satisfies Input<"listGates">;
}

export const gatePageOf = (search: GateListSearch) =>
  ({
    ...gateFilterOf(search),
    page: search.page ?? 1,
    limit: search.limit ?? 20,
    counts: true,
  }) satisfies Input<"listGates">;
