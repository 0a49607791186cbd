// An import as it is asked for: a file that was sent, and the columns that it means.
import { z } from "zod/mini";
import { limits } from "./limits.ts";
import { importKinds } from "./log-import.ts";

const column = z.optional(z.string().check(z.minLength(1), z.maxLength(limits.problemCharacters)));
const columns = z.optional(z.record(z.string().check(z.minLength(1)), z.string().check(z.minLength(1))));

const either = [
  ["unitColumn", "unitPrefix", "both"],
  ["timeColumn", "timeAt", "both"],
  ["nameColumn", "eventName", "events"],
] as const;
const onlyOf: Readonly<Record<string, readonly string[]>> = {
  events: ["nameColumn", "eventName", "valueColumn", "metadataColumns", "ids"],
  exposures: ["experimentID", "groupColumn", "properties"],
};

export const LogImportRequest = z
  .strictObject({
    /** Id of the file that was sent. */
    file: z.string(),
    kind: z.enum(importKinds),
    experimentID: column,
    groupColumn: column,
    nameColumn: column,
    /** One name for every row. */
    eventName: column,
    unitColumn: column,
    /** The unit id is this text and the number of the row. */
    unitPrefix: column,
    timeColumn: column,
    /** One time for every row. */
    timeAt: column,
    valueColumn: column,
    metadataColumns: z.optional(z.array(z.string())),
    /** Column by type of a further id. */
    ids: columns,
    /** Column by name of a property. */
    properties: columns,
    /** Leaves bad rows out instead of refusing the file. */
    skipBad: z.optional(z.boolean()),
  })
  .check(
    z.superRefine((request, context) => {
      const given = new Map(Object.entries(request).filter(([, value]) => value !== undefined));
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [field], message });
      for (const [one, other, kind] of either) {
        if (kind !== "both" && kind !== request.kind) continue;
        if (given.has(one) && given.has(other)) refuse(other, `Must not be given beside ${one}`);
        if (!given.has(one) && !given.has(other)) refuse(one, "Required");
      }
      if (request.kind === "exposures")
        for (const field of ["experimentID", "groupColumn"] as const)
          if (!given.has(field)) refuse(field, "Required");
      for (const [kind, fields] of Object.entries(onlyOf))
        for (const field of kind === request.kind ? [] : fields)
          if (given.has(field)) refuse(field, `Not known for ${request.kind}`);
    }),
  );
export type LogImportRequest = z.output<typeof LogImportRequest>;
