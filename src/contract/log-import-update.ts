// Request schema of an import: an uploaded file, and the meaning of its columns.
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
    /** Id of the uploaded file. */
    file: z.string(),
    kind: z.enum(importKinds),
    experimentID: column,
    groupColumn: column,
    nameColumn: column,
    /** Event name of all rows, instead of a column. */
    eventName: column,
    unitColumn: column,
    /** Unit ids are this prefix followed by the row number. */
    unitPrefix: column,
    timeColumn: column,
    /** Time of all rows, instead of a column. */
    timeAt: column,
    valueColumn: column,
    metadataColumns: z.optional(z.array(z.string())),
    /** Columns of further ids, by id type. */
    ids: columns,
    /** Columns of properties, by property name. */
    properties: columns,
    /** Skips invalid rows instead of rejecting the file. */
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
