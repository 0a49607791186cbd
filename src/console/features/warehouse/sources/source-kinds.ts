// Describes how each kind of source is edited in a form: its endpoints, its request body, and its fields in words. Pure.
import type { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { EntityPropertySource } from "#contract/entity-property.ts";
import { EntityPropertyCreate } from "#contract/entity-property-update.ts";
import { problemsOf } from "#contract/problems.ts";
import { AssignmentSourceCreate, MetricSourceCreate } from "#contract/warehouse-source-update.ts";
import { AssignmentSource, MetricSource } from "#contract/warehouse-source.ts";
import type { FormKind } from "#console/editing/form/entity-form.tsx";
import { formField } from "#console/editing/form/form-kind.ts";
import {
  bodyOfAssignment,
  bodyOfEntityProperty,
  bodyOfMetric,
  draftOf,
  filled,
  ofAssignment,
  ofMetric,
  SourceDraft,
} from "./source-draft.ts";

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

/** Replaces messages about too short texts by "Required", because an empty text means that no column was chosen. */
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
  field("Units", "units", pairs),
];
const partition = field("Partition by day", "datePartitionColumn", asIs);

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
    partition,
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
    partition,
    field("Event name", "eventColumn", asIs),
    field("Number", "valueColumn", asIs),
    field("Other fields", "fieldsColumn", asIs),
  ],
};

export const entityPropertyKind: FormKind<EntityPropertySource, SourceDraft> = {
  ...forms,
  resource: "EntityProperty",
  section: "entity_properties",
  noun: "entity property source",
  Entity: EntityPropertySource,
  draftOf,
  bodyOf: bodyOfEntityProperty,
  problemsOf: (draft) => problemsIn(EntityPropertyCreate, bodyOfEntityProperty(draft)),
  fields: common,
};
