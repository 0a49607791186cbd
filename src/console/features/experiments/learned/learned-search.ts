// Reuses the search schema of the entity properties page: the first load includes all schemas, so it has one less to load.
export {
  EntityPropertiesSearch as LearnedSearch,
  type EntityPropertiesSearch as LearnedSearchValue,
} from "#console/features/experiments/pages/entity-properties-search.ts";
