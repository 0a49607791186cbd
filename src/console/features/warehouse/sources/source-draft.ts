// A source of the warehouse while it is edited: its fields as they were typed. One draft serves both kinds. Pure.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { problemsOf } from "#contract/problems.ts";
import { sourceTextProblem } from "#contract/source-text.ts";
import {
  AssignmentSourceCreate,
  MetricSourceCreate,
  type SourcePreviewRequest,
} from "#contract/warehouse-source-update.ts";
import { AssignmentSource, MetricSource, type WarehouseSource } from "#contract/warehouse-source.ts";
import type { FormKind } from "#console/editing/form/entity-form.tsx";
import { formField } from "#console/editing/form/form-kind.ts";

const Pair = z.object({ key: z.string(), column: z.string() });

export const SourceDraft = z.object({
  name: z.string(),
  description: z.string(),
  reads: z.enum(["table", "query"]),
  tableName: z.string(),
  sql: z.string(),
  timestampColumn: z.string(),
  datePartitionColumn: z.string(),
  /** Types of units with their columns. */
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

const draftOf = (source: WarehouseSource): SourceDraft => ({
  ...emptySource,
  name: source.name,
  description: source.description ?? "",
  reads: source.sourceType === "table" ? "table" : "query",
  tableName: source.tableName ?? "",
  sql: source.sourceType === "table" ? "" : source.sql,
  timestampColumn: source.timestampColumn,
  datePartitionColumn: source.datePartitionColumn ?? "",
  units: source.idTypeMapping.map(({ statsigUnitID, column }) => ({ key: statsigUnitID, column })),
});
const ofAssignment = (source: AssignmentSource): SourceDraft => ({
  ...draftOf(source),
  experimentIDColumn: source.experimentIDColumn,
  groupIDColumn: source.groupIDColumn,
  dimensions: (source.dimensionColumns ?? []).map(({ key, column }) => ({ key, column })),
});
const ofMetric = (source: MetricSource): SourceDraft => ({
  ...draftOf(source),
  eventColumn: source.eventColumn ?? "",
  valueColumn: source.valueColumn ?? "",
  fieldsColumn: source.fieldsColumn ?? "",
});

const filled = <Part extends { column: string }>(parts: readonly Part[]) =>
  parts.filter(({ column }) => column.trim() !== "");

function shared(draft: SourceDraft) {
  const isTable = draft.reads === "table";
  return {
    name: draft.name.trim(),
    description: draft.description,
    sourceType: draft.reads,
    ...(isTable ? { tableName: draft.tableName.trim() } : { sql: draft.sql }),
    timestampColumn: draft.timestampColumn.trim(),
    datePartitionColumn: draft.datePartitionColumn.trim() || null,
    idTypeMapping: filled(draft.units).map(({ key, column }) => ({
      statsigUnitID: key.trim(),
      column: column.trim(),
    })),
  };
}
const bodyOfAssignment = (draft: SourceDraft) => ({
  ...shared(draft),
  experimentIDColumn: draft.experimentIDColumn.trim(),
  groupIDColumn: draft.groupIDColumn.trim(),
  dimensionColumns: filled(draft.dimensions).map(({ key, column }) => ({
    key: key.trim() || column.trim(),
    column: column.trim(),
  })),
});
const bodyOfMetric = (draft: SourceDraft) => ({
  ...shared(draft),
  eventColumn: draft.eventColumn.trim() || null,
  valueColumn: draft.valueColumn.trim() || null,
  fieldsColumn: draft.fieldsColumn.trim() || null,
});

/** A look at the draft as it is; undefined where it names nothing to look at. */
export function previewRequest(
  kind: "assignment_source" | "metric_source",
  draft: SourceDraft,
): SourcePreviewRequest | undefined {
  const body = shared(draft);
  const read = draft.reads === "table" ? draft.tableName.trim() : draft.sql.trim();
  if (!read || (draft.reads === "query" && sourceTextProblem(draft.sql) !== undefined)) return undefined;
  const { description: _description, name, ...rest } = body;
  const columns =
    kind === "assignment_source"
      ? {
          experimentIDColumn: draft.experimentIDColumn,
          groupIDColumn: draft.groupIDColumn,
          dimensionColumns: bodyOfAssignment(draft).dimensionColumns,
        }
      : {
          ...(draft.eventColumn && { eventColumn: draft.eventColumn }),
          valueColumn: draft.valueColumn,
          fieldsColumn: draft.fieldsColumn,
        };
  return { kind, ...(name && { name }), ...rest, ...columns };
}

const labels: Readonly<Record<string, string>> = {
  tableName: "Table",
  sql: "SQL",
  timestampColumn: "Time",
  datePartitionColumn: "Partition by day",
  idTypeMapping: "Units",
  experimentIDColumn: "Experiment",
  groupIDColumn: "Group",
  dimensionColumns: "Dimensions",
  eventColumn: "Event name",
  valueColumn: "Number",
  fieldsColumn: "Other fields",
};
export const labelOf = (property: string) => {
  const [first = ""] = property.split(".");
  return labels[first] ?? first.charAt(0).toUpperCase() + first.slice(1);
};

/** An empty text is no column that was chosen. */
const required = (problems: readonly Problem[]): Problem[] =>
  problems.map((problem) =>
    /at least 1|too small|>=1/i.test(problem.errorMessage)
      ? { ...problem, errorMessage: "Required" }
      : problem,
  );

function problemsIn(schema: z.ZodMiniType, body: object): Problem[] {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : required(problemsOf(parsed.error, body));
}

const asIs = (text: string) => text;
const field = formField<SourceDraft>();
const pairs = (all: readonly { key: string; column: string }[]) =>
  filled(all)
    .map(({ key, column }) => `${key} is ${column}`)
    .join("\n");

const common = [
  field("Description", "description", asIs),
  field("Reads", "reads", (reads) => (reads === "table" ? "a table" : "SQL")),
  field("Table", "tableName", asIs),
  field("SQL", "sql", asIs),
  field("Time", "timestampColumn", asIs),
  field("Partition by day", "datePartitionColumn", asIs),
  field("Units", "units", pairs),
];

const forms = { Draft: SourceDraft, labelOf } as const;

export const assignmentKind: FormKind<AssignmentSource, SourceDraft> = {
  ...forms,
  resource: "AssignmentSource",
  section: "assignment_sources",
  noun: "assignment source",
  Entity: AssignmentSource,
  draftOf: ofAssignment,
  bodyOf: bodyOfAssignment,
  problemsOf: (draft) => problemsIn(AssignmentSourceCreate, bodyOfAssignment(draft)),
  fields: [
    ...common,
    field("Experiment", "experimentIDColumn", asIs),
    field("Group", "groupIDColumn", asIs),
    field("Dimensions", "dimensions", pairs),
  ],
};

export const metricKind: FormKind<MetricSource, SourceDraft> = {
  ...forms,
  resource: "MetricSource",
  section: "metric_sources",
  noun: "metric source",
  Entity: MetricSource,
  draftOf: ofMetric,
  bodyOf: bodyOfMetric,
  problemsOf: (draft) => problemsIn(MetricSourceCreate, bodyOfMetric(draft)),
  fields: [
    ...common,
    field("Event name", "eventColumn", asIs),
    field("Number", "valueColumn", asIs),
    field("Other fields", "fieldsColumn", asIs),
  ],
};

const columnFields = [
  "timestampColumn",
  "datePartitionColumn",
  "experimentIDColumn",
  "groupIDColumn",
  "eventColumn",
  "valueColumn",
  "fieldsColumn",
] as const;

/** Draws the columns that a look has found into the fields that are still empty. */
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
