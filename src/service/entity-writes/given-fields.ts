/** The fields of gates and dynamic configs that are stored as a write sends them. */
export const plainFields = [
  "name",
  "description",
  "idType",
  "tags",
  "targetApps",
  "creatorID",
  "creatorEmail",
  "owner",
  "team",
  "teamID",
  "releasePipelineID",
] as const;

/** The stored value, with the fields replaced that a partial update gives. */
export const withGiven = <Stored extends object, Field extends keyof Stored>(
  stored: Stored,
  sent: { readonly [Name in Field]?: Stored[Name] | undefined },
  fields: readonly Field[],
): Stored => ({
  ...stored,
  ...Object.fromEntries(
    fields.filter((field) => sent[field] !== undefined).map((field) => [field, sent[field]]),
  ),
});
