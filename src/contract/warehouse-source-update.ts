// Request schemas of assignment and metric sources: creation, full and partial update.
import { z } from "zod/mini";
import { answeredOnly, Description, ignored, OwnerUpdate } from "./entity-update.ts";
import { ChangeReason } from "./change.ts";
import { evenIfRefused, refuse } from "./rule-update.ts";
import { formulaProblem, sourceTextProblem } from "./source-text.ts";
import { partitionTypes, selectAll, sourceKinds, timestampTypes } from "./warehouse-source.ts";

const text = z.string().check(z.minLength(1), z.maxLength(300));
const flag = z.optional(z.boolean());
const Name = text.check(z.maxLength(100));
const mostEvents = 2000;

/** An optional text that can be cleared with null or an empty text. */
const orNone = z.nullish(z.string().check(z.maxLength(300)));

const Mapping = z
  .array(z.strictObject({ statsigUnitID: text, column: text }))
  .check(z.minLength(1), z.maxLength(100));

const needed = {
  timestampColumn: text,
  idTypeMapping: Mapping,
};

const optional = {
  ...answeredOnly,
  id: ignored,
  creatorID: z.nullish(z.string()),
  creatorEmail: z.nullish(z.string()),
  description: z.optional(Description),
  tags: z.optional(z.array(z.string())),
  isVerified: flag,
  isReadOnly: flag,
  owner: z.nullish(OwnerUpdate),
  team: z.nullish(z.string()),
  teamID: z.nullish(z.string()),
  /** Required unless a table is named. */
  sql: z.optional(z.string()),
  sourceType: z.optional(z.enum(["table", "query"])),
  tableName: orNone,
  timestampAsDay: z.nullish(z.boolean()),
  timestampType: z.nullish(z.enum(timestampTypes)),
  datePartitionColumn: orNone,
  datePartitionType: z.nullish(z.enum(partitionTypes)),
  columns: ignored,
  usedBy: ignored,
  preview: ignored,
  changeReason: z.optional(ChangeReason),
  /** Same as the query parameter. */
  dryRun: flag,
};

const assignment = {
  groupNameColumn: orNone,
  dimensionColumns: z.nullish(z.array(z.strictObject({ key: text, column: text })).check(z.maxLength(100))),
  scheduledReloadHour: z.nullish(z.int().check(z.gte(0), z.lte(23))),
};
const neededOfAssignment = { ...needed, experimentIDColumn: text, groupIDColumn: text };

const Formula = z.strictObject({
  key: text.check(
    z.regex(/^[A-Za-z_]\w*$/, {
      message: "Must have letters, digits and underscores, and begin with none of the digits",
    }),
  ),
  formula: z.string().check(z.minLength(1), z.maxLength(5000)),
});

const metric = {
  customFieldMapping: z.nullish(z.array(Formula).check(z.maxLength(100))),
  eventColumn: orNone,
  valueColumn: orNone,
  fieldsColumn: orNone,
  eventNames: z.nullish(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(mostEvents))),
};

interface Sent {
  sql?: string | undefined;
  sourceType?: string | null | undefined;
  tableName?: string | null | undefined;
  customFieldMapping?: readonly { formula: string }[] | null | undefined;
}

/** A table name of up to four dotted parts, each quoted or not. */
const tablePath =
  /^(?:[\p{L}_][\p{L}\p{N}_$-]*|"[^"]+"|`[^`]+`)(?:\.(?:[\p{L}_][\p{L}\p{N}_$-]*|"[^"]+"|`[^`]+`)){0,3}$/u;

const isTable = ({ sourceType, tableName }: Sent) => sourceType === "table" || (!sourceType && !!tableName);

/** Choice: a source of type table reads the whole table, whatever its SQL says, and needs no SQL. */
export const textOf = (sent: Sent): string | undefined =>
  isTable(sent) && sent.tableName ? selectAll(sent.tableName) : sent.sql;

/** Validates the texts among the given fields, accepting SQL that is valid in the dialect of any provider. */
const texts = (isWhole: boolean) =>
  z.superRefine<Sent>((sent, context) => {
    const { tableName, sql, customFieldMapping } = sent;
    if (isTable(sent)) {
      if (!tableName) refuse(context, "tableName", "Required");
      else if (!tablePath.test(tableName))
        refuse(context, "tableName", "Must be the name of a table, such as schema.table");
    } else if (sql !== undefined || isWhole) {
      const problem = sql === undefined ? "Required" : sourceTextProblem(sql);
      if (problem) refuse(context, "sql", problem);
    }
    for (const [index, { formula }] of (customFieldMapping ?? []).entries()) {
      const problem = formulaProblem(formula);
      if (problem)
        context.addIssue({
          code: "custom",
          path: ["customFieldMapping", index, "formula"],
          message: problem,
        });
    }
  }, evenIfRefused);

/** Shared with entity-property-update.ts. */
export const sourceParts = { Name, Mapping, orNone, texts, optional };

export const AssignmentSourceCreate = z
  .strictObject({ ...optional, ...assignment, ...neededOfAssignment, name: Name })
  .check(texts(true));
export type AssignmentSourceCreate = z.output<typeof AssignmentSourceCreate>;

/** Full update of a source. Its name cannot change, but may be sent back. */
export const AssignmentSourceUpdate = z
  .strictObject({ ...optional, ...assignment, ...neededOfAssignment, name: z.optional(z.string()) })
  .check(texts(true));
export type AssignmentSourceUpdate = z.output<typeof AssignmentSourceUpdate>;

export const AssignmentSourcePatch = z
  .strictObject({
    ...optional,
    ...assignment,
    ...z.partial(z.object(neededOfAssignment)).shape,
    name: z.optional(z.string()),
  })
  .check(texts(false));
export type AssignmentSourcePatch = z.output<typeof AssignmentSourcePatch>;

export const MetricSourceCreate = z
  .strictObject({
    ...optional,
    ...metric,
    ...needed,
    name: Name.check(
      z.refine((name) => name !== "list", {
        message: "The name 'list' is the address of the list of sources; choose another one",
      }),
    ),
  })
  .check(texts(true));
export type MetricSourceCreate = z.output<typeof MetricSourceCreate>;

export const MetricSourceUpdate = z
  .strictObject({ ...optional, ...metric, ...needed, name: z.optional(z.string()) })
  .check(texts(true));
export const MetricSourcePatch = z
  .strictObject({
    ...optional,
    ...metric,
    ...z.partial(z.object(needed)).shape,
    name: z.optional(z.string()),
  })
  .check(texts(false));
export type MetricSourcePatch = z.output<typeof MetricSourcePatch>;

export type MetricSourceUpdate = z.output<typeof MetricSourceUpdate>;

const anyPart = z.partial(z.object({ ...neededOfAssignment, ...assignment, ...metric })).shape;

/** A source to preview before it is stored; its columns need not be chosen yet. */
export const SourcePreviewRequest = z
  .strictObject({
    kind: z.enum(sourceKinds),
    name: z.optional(z.string()),
    sql: optional.sql,
    sourceType: optional.sourceType,
    tableName: optional.tableName,
    timestampAsDay: optional.timestampAsDay,
    datePartitionColumn: optional.datePartitionColumn,
    ...anyPart,
    timestampColumn: orNone,
    experimentIDColumn: orNone,
    groupIDColumn: orNone,
    idTypeMapping: z.optional(z.array(z.strictObject({ statsigUnitID: text, column: text }))),
  })
  .check(texts(true));
export type SourcePreviewRequest = z.output<typeof SourcePreviewRequest>;
