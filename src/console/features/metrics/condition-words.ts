// Wording of the conditions that event filters use.
export const conditionWords: Readonly<Record<string, string>> = {
  in: "is any of",
  not_in: "is none of",
  "=": "is",
  ">": "is more than",
  ">=": "is at least",
  "<": "is less than",
  "<=": "is at most",
  contains: "contains any of",
  not_contains: "contains none of",
  is_null: "is missing",
  non_null: "is there",
};
