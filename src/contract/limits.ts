// The most that a request and a stored document may hold.
// Choice: a gate or config has at most 1,000 rules, a rule 200 conditions and 100 variants, a condition 10,000 values, and all rules together 2,000 conditions.
export const limits = {
  rules: 1000,
  conditionsOfRule: 200,
  conditions: 2000,
  variants: 100,
  /** Parameters of all groups of an experiment together. */
  parameters: 1000,
  /** Values of a condition, and items of any other list in a body. */
  items: 10_000,
  /** Fields of a body itself, without those of the objects in it. */
  topLevelFields: 1000,
  // Choice: the JSON5 texts and the schema of a config have at most 128 Ki characters together, and a body at most 40,000 fields in all its objects and 40,000 objects and lists.
  json5Characters: 128 * 1024,
  /** Fields of a body and of all objects in it together. */
  allFields: 40_000,
  /** Objects and lists in a body. */
  holders: 40_000,
  /** Values of one query parameter. */
  parameterValues: 100,
  // Choice: a gate or config is stored in at most 1 MiB, unless it was larger before.
  documentBytes: 1024 * 1024,
  /** Size of an uploaded import file. */
  importBytes: 8 * 1024 ** 3,
  // Choice: apps receive the ids of at most 50,000 units that keep their group when assignment stops.
  assignedUnits: 50_000,
  /** Problems listed in one error response. */
  problems: 100,
  /** Characters of a problem's path, and of its message. */
  problemCharacters: 500,
} as const;
