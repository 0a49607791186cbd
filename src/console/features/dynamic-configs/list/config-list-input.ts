// Translates the URL of the config list into the input of the list endpoint.
import type { Input } from "#console/foundation/api/call.ts";
import { wholeTexts } from "#console/foundation/table/listing-search.ts";
import type { DynamicConfigListSearch } from "./dynamic-config-list-search.ts";

const sorts = {
  name: "name",
  state: "state",
  // Columns that cannot be sorted fall back to the name.
  who: "name",
  gates: "name",
  checks: "name",
  rules: "rules",
  tags: "tags",
  by: "lastModifierName",
  changed: "lastModifiedTime",
} as const;

export const configPageOf = (search: DynamicConfigListSearch) =>
  ({
    named: search.search?.trim() || undefined,
    tags: wholeTexts(search.tags),
    includeArchived: search.archived,
    sort: sorts[search.sort ?? "name"],
    order: search.order,
    page: search.page ?? 1,
    limit: search.limit ?? 20,
    counts: true,
  }) satisfies Input<"listDynamicConfigs">;
