// The draft of a warehouse source: its fields as typed. All kinds of sources share one draft type. Pure.
import { z } from "zod/mini";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import { sourceTextProblem } from "#contract/source-text.ts";
import type { SourcePreviewRequest } from "#contract/warehouse-source-update.ts";
import type {
  AssignmentSource,
  MetricSource,
  SourceKind,
  WarehouseSource,
} from "#contract/warehouse-source.ts";

const Pair = z.object({ key: z.string(), column: z.string() });

export const SourceDraft = z.object({
  name: z.string(),
  description: z.string(),
  reads: z.enum(["table", "query"]),
  tableName: z.string(),
  sql: z.string(),
  timestampColumn: z.string(),
  datePartitionColumn: z.string(),
  /** Unit ID types with their columns. */
  units: z.array(Pair),
  experimentIDColumn: z.string(),
  groupIDColumn: z.string(),
  dimensions: z.array(Pair),
  eventColumn: z.string(),
  valueColumn: z.string(),
  fieldsColumn: z.string(),
});
export type SourceDraft = z.infer<typeof SourceDraft>;

export const emptySource: SourceDraft = {
  name: "",
  description: "",
  reads: "table",
  tableName: "",
  sql: "",
  timestampColumn: "",
  datePartitionColumn: "",
  units: [{ key: "userID", column: "" }],
  experimentIDColumn: "",
  groupIDColumn: "",
  dimensions: [],
  eventColumn: "",
  valueColumn: "",
  fieldsColumn: "",
};

export const draftOf = (source: WarehouseSource | EntityPropertySource): SourceDraft => ({
  ...emptySource,
  name: source.name,
  description: source.description ?? "",
  reads: source.sourceType === "table" ? "table" : "query",
  tableName: source.tableName ?? "",
  sql: source.sourceType === "table" ? "" : source.sql,
  timestampColumn: source.timestampColumn ?? "",
  units: (source.idTypeMapping ?? []).map(({ statsigUnitID, column }) => ({ key: statsigUnitID, column })),
});
export const ofAssignment = (source: AssignmentSource): SourceDraft => ({
  ...draftOf(source),
  datePartitionColumn: source.datePartitionColumn ?? "",
  experimentIDColumn: source.experimentIDColumn,
  groupIDColumn: source.groupIDColumn,
  dimensions: (source.dimensionColumns ?? []).map(({ key, column }) => ({ key, column })),
});
export const ofMetric = (source: MetricSource): SourceDraft => ({
  ...draftOf(source),
  datePartitionColumn: source.datePartitionColumn ?? "",
  eventColumn: source.eventColumn ?? "",
  valueColumn: source.valueColumn ?? "",
  fieldsColumn: source.fieldsColumn ?? "",
});

export const filled = <Part extends { column: string }>(parts: readonly Part[]) =>
  parts.filter(({ column }) => column.trim() !== "");

function shared(draft: SourceDraft) {
  const isTable = draft.reads === "table";
  return {
    name: draft.name.trim(),
    description: draft.description,
    sourceType: draft.reads,
    ...(isTable ? { tableName: draft.tableName.trim() } : { sql: draft.sql }),
    idTypeMapping: filled(draft.units).map(({ key, column }) => ({
      statsigUnitID: key.trim(),
      column: column.trim(),
    })),
  };
}
const timed = (draft: SourceDraft) => ({
  ...shared(draft),
  timestampColumn: draft.timestampColumn.trim(),
  datePartitionColumn: draft.datePartitionColumn.trim() || null,
});
export const bodyOfEntityProperty = (draft: SourceDraft) => ({
  ...shared(draft),
  timestampColumn: draft.timestampColumn.trim() || null,
});
export const bodyOfAssignment = (draft: SourceDraft) => ({
  ...timed(draft),
  experimentIDColumn: draft.experimentIDColumn.trim(),
  groupIDColumn: draft.groupIDColumn.trim(),
  dimensionColumns: filled(draft.dimensions).map(({ key, column }) => ({
    key: key.trim() || column.trim(),
    column: column.trim(),
  })),
});
export const bodyOfMetric = (draft: SourceDraft) => ({
  ...timed(draft),
  eventColumn: draft.eventColumn.trim() || null,
  valueColumn: draft.valueColumn.trim() || null,
  fieldsColumn: draft.fieldsColumn.trim() || null,
});

/** For each kind, the columns that the preview examines, including those not chosen yet. */
const lookedAt: Readonly<Record<SourceKind, (draft: SourceDraft) => object>> = {
  assignment_source: (draft) => {
    const { experimentIDColumn, groupIDColumn, dimensionColumns } = bodyOfAssignment(draft);
    const { timestampColumn, datePartitionColumn } = timed(draft);
    return { timestampColumn, datePartitionColumn, experimentIDColumn, groupIDColumn, dimensionColumns };
  },
  metric_source: (draft) => {
    const { timestampColumn, datePartitionColumn } = timed(draft);
    const { eventColumn, valueColumn, fieldsColumn } = draft;
    return {
      timestampColumn,
      datePartitionColumn,
      ...(eventColumn && { eventColumn }),
      valueColumn,
      fieldsColumn,
    };
  },
  entity_property: ({ timestampColumn }) => ({ timestampColumn }),
};

/** Builds the request for a preview of the draft; undefined if it names no table and no valid SQL. */
export function previewRequest(kind: SourceKind, draft: SourceDraft): SourcePreviewRequest | undefined {
  const read = draft.reads === "table" ? draft.tableName.trim() : draft.sql.trim();
  if (!read || (draft.reads === "query" && sourceTextProblem(draft.sql) !== undefined)) return undefined;
  const { description: _description, name, ...rest } = shared(draft);
  return { kind, ...(name && { name }), ...rest, ...lookedAt[kind](draft) };
}

/** Says what a draft without a preview request lacks. */
export const whyNoPreview = ({ reads, sql }: SourceDraft): string =>
  reads === "table"
    ? "Choose a table first."
    : sql.trim() === ""
      ? "Write the SQL first."
      : "Correct the SQL first.";

const columnFields = [
  "timestampColumn",
  "datePartitionColumn",
  "experimentIDColumn",
  "groupIDColumn",
  "eventColumn",
  "valueColumn",
  "fieldsColumn",
] as const;

/** Fills empty fields with the columns that the preview has detected. */
export function withDetected(
  draft: SourceDraft,
  detected: Readonly<Record<string, unknown>>,
): Partial<SourceDraft> {
  const found = (name: string) => {
    const value = detected[name];
    return typeof value === "string" ? value : "";
  };
  const filled = columnFields.flatMap((field) =>
    draft[field] === "" && found(field) ? [[field, found(field)] as const] : [],
  );
  const [unit] = draft.units;
  return {
    ...Object.fromEntries(filled),
    ...(unit?.column === "" && found("unitColumn")
      ? { units: [{ ...unit, column: found("unitColumn") }, ...draft.units.slice(1)] }
      : {}),
  };
}
