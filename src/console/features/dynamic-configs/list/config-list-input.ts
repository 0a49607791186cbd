// The configs that the address of the list asks for, as the service is asked for them.
import type { Input } from "#console/foundation/api/call.ts";
import { wholeTexts } from "#console/foundation/table/listing-search.ts";
import type { DynamicConfigListSearch } from "./dynamic-config-list-search.ts";

const sorts = {
  name: "name",
  state: "state",
  // Columns that cannot be sorted are by name.
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
