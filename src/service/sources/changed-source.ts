// Applies a write to a source of any kind. Pure: the handlers validate and store.
import type { Problem } from "#contract/api-error.ts";
import { textOf } from "#contract/warehouse-source-update.ts";
import type { SourceColumn, SourceKind } from "#contract/warehouse-source.ts";
import type {
  StoredAssignmentSource,
  StoredEntityProperty,
  StoredMetricSource,
} from "#service/database/warehouse-sources.ts";
import type { Parse } from "#service/database/entities.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";

export type StoredSource = StoredAssignmentSource | StoredMetricSource | StoredEntityProperty;

/** Metadata that the warehouse reported when a source was written. */
export interface WarehouseMetadata {
  readonly columns?: readonly SourceColumn[] | undefined;
  readonly timestampAsDay?: boolean | null | undefined;
  readonly timestampType?: string | null | undefined;
  readonly datePartitionType?: string | null | undefined;
  readonly eventNames?: readonly string[] | undefined;
}

/** A write of any kind of source, with the fields that matter here. */
export interface SentSource {
  readonly sql?: string | undefined;
  readonly sourceType?: "table" | "query" | undefined;
  readonly tableName?: string | null | undefined;
  readonly eventNames?: readonly string[] | null | undefined;
  readonly changeReason?: string | undefined;
  readonly creatorID?: string | null | undefined;
  readonly creatorEmail?: string | null | undefined;
}

const fields = [
  "description",
  "tags",
  "isVerified",
  "isReadOnly",
  "owner",
  "team",
  "teamID",
  "tableName",
  "timestampColumn",
  "timestampAsDay",
  "timestampType",
  "idTypeMapping",
];
const partition = ["datePartitionColumn", "datePartitionType"];
const fieldsOf: Readonly<Record<SourceKind, readonly string[]>> = {
  assignment_source: [
    ...fields,
    ...partition,
    "experimentIDColumn",
    "groupIDColumn",
    "groupNameColumn",
    "dimensionColumns",
    "scheduledReloadHour",
  ],
  metric_source: [
    ...fields,
    ...partition,
    "customFieldMapping",
    "eventColumn",
    "valueColumn",
    "fieldsColumn",
    "eventNames",
  ],
  entity_property: fields,
};

const picked = (from: object, names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(from).filter(([name, value]) => names.includes(name) && value !== undefined),
  );

/** Returns the SQL and source type of a write; nothing if neither SQL nor a table was sent. */
function written(sent: SentSource) {
  const sql = textOf(sent);
  if (sql === undefined) return {};
  const isTable = sql !== sent.sql || sent.sourceType === "table";
  return { sql, sourceType: isTable ? "table" : "query", ...(!isTable && { tableName: null }) };
}

/** Merges metadata from the warehouse into a write; values in the write take precedence. */
function withMetadata({ columns, eventNames, ...types }: WarehouseMetadata, sent: SentSource) {
  const given = new Map<string, unknown>(Object.entries(sent));
  return {
    ...(columns && { columns: [...columns] }),
    ...(eventNames && !sent.eventNames && { eventNames: [...eventNames] }),
    ...Object.fromEntries(
      Object.entries(types).filter(
        ([name, value]) => value !== undefined && value !== null && (given.get(name) ?? null) === null,
      ),
    ),
  };
}

const blank = { description: "", tags: [], isVerified: false, isReadOnly: false, sourceType: "query" };
const keptFields = ["id", "name", "creatorID", "creatorName", "creatorEmail", "createdTime", "owner"];

/** Returns the functions that apply writes to a kind of source; `parse` validates stored ones. */
export function sourceChanges<Stored extends StoredSource>(kind: SourceKind, parse: Parse<Stored>) {
  const changed = (
    base: object,
    version: number,
    sent: SentSource,
    author: ChangeAuthor,
    metadata: WarehouseMetadata,
  ) =>
    parse({
      ...base,
      ...picked(sent, fieldsOf[kind]),
      ...written(sent),
      ...withMetadata(metadata, sent),
      version: version + 1,
      ...authorFields(author, sent.changeReason),
    });
  return {
    patched: (
      stored: Stored,
      sent: SentSource,
      author: ChangeAuthor,
      metadata: WarehouseMetadata = {},
    ): Stored => changed(stored, stored.version, sent, author, metadata),

    // Choice: a full update of a source keeps its name, creator and owner; everything else that is left out is removed.
    replaced: (
      stored: Stored,
      sent: SentSource,
      author: ChangeAuthor,
      metadata: WarehouseMetadata = {},
    ): Stored => changed({ ...blank, ...picked(stored, keptFields) }, stored.version, sent, author, metadata),

    made: (
      sent: SentSource & { readonly name: string },
      author: ChangeAuthor,
      lastVersion: number,
      metadata: WarehouseMetadata = {},
    ): Stored => {
      const base = { ...blank, id: sent.name, name: sent.name, ...creatorFields(author, sent) };
      return changed(base, lastVersion, sent, author, metadata);
    },
  };
}

/** Choice: a source keeps its name, because experiments and metrics refer to it by name. A read-only source can only be changed by a write that also sends `isReadOnly: false`. */
export function changeProblems(
  stored: { name: string; isReadOnly?: boolean | null | undefined },
  sent: { name?: string | undefined; isReadOnly?: boolean | undefined },
): Problem[] {
  if (stored.isReadOnly && sent.isReadOnly !== false)
    return [{ property: "isReadOnly", errorMessage: "The source is read-only. Send false to change it" }];
  return sent.name === undefined || sent.name === stored.name
    ? []
    : [
        {
          property: "name",
          errorMessage:
            "A source keeps its name, by which experiments and metrics refer to it. Create another one",
        },
      ];
}
