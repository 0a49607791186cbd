// Request schemas of saved views of the event explorer.
import { z } from "zod/mini";
import { ignored } from "./entity-update.ts";
import { EventFilterQuery } from "./event-query.ts";

const Name = z.string().check(z.minLength(1), z.maxLength(100));
const Text = z.string().check(z.maxLength(10_000));

/** URL parameters of the page; those that belong to the event filter must be valid. */
const Query = z
  .record(z.string().check(z.maxLength(100)), z.union([Text, z.array(Text).check(z.maxLength(100))]))
  .check((given) => {
    if (Object.keys(given.value).length > 50)
      given.issues.push({ code: "custom", message: "Must have at most 50 fields", input: given.value });
    for (const issue of EventFilterQuery.safeParse(given.value).error?.issues ?? [])
      given.issues.push({ code: "custom", message: issue.message, path: issue.path, input: given.value });
  });

const answered = {
  id: ignored,
  version: ignored,
  creatorName: ignored,
  createdTime: ignored,
  lastModifierName: ignored,
  lastModifiedTime: ignored,
};

export const EventViewCreate = z.strictObject({ name: Name, query: Query, ...answered });
export type EventViewCreate = z.output<typeof EventViewCreate>;

/** Changes the name, the query, or both. */
export const EventViewPatch = z.strictObject({
  name: z.optional(Name),
  query: z.optional(Query),
  ...answered,
});
export type EventViewPatch = z.output<typeof EventViewPatch>;
