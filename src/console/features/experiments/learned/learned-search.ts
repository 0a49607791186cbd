// The address of what was learned has a search, as that of the entity properties; the first page, which knows all addresses, has one schema less.
export {
  EntityPropertiesSearch as LearnedSearch,
  type EntityPropertiesSearch as LearnedSearchValue,
} from "#console/features/experiments/pages/entity-properties-search.ts";
