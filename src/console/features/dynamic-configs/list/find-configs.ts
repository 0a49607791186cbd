// Which configs a list shows.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { DynamicConfigListSearch } from "./dynamic-config-list-search.ts";

export const nameOf = ({ name, id }: DynamicConfig) => name ?? id;
export const isArchived = ({ status }: DynamicConfig) => status === "Archived";

export function fits(
  config: DynamicConfig,
  { search = "", tags = [], archived = false }: DynamicConfigListSearch,
): boolean {
  const wanted = search.trim().toLowerCase();
  const isNamed = nameOf(config).toLowerCase().includes(wanted) || config.id.toLowerCase().includes(wanted);
  return isNamed && (archived || !isArchived(config)) && tags.every((tag) => config.tags?.includes(tag));
}
