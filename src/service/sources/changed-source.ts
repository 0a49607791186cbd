// Applies a write to an assignment or a metric source. Pure: checking and storing is the handlers' work.
import type { Problem } from "#contract/api-error.ts";
import type {
  AssignmentSourceCreate,
  AssignmentSourcePatch,
  AssignmentSourceUpdate,
  MetricSourceCreate,
  MetricSourcePatch,
  MetricSourceUpdate,
} from "#contract/warehouse-source-update.ts";
import { textOf } from "#contract/warehouse-source-update.ts";
import type { SourceColumn } from "#contract/warehouse-source.ts";
import type { StoredAssignmentSource, StoredMetricSource } from "#service/database/warehouse-sources.ts";
import { withGiven } from "#service/entity-writes/given-fields.ts";
import { creation, signature, type Signer } from "#service/http/signature.ts";

/** Said by the warehouse of a source when it was written. */
export interface Told {
  readonly columns?: readonly SourceColumn[] | undefined;
  readonly timestampAsDay?: boolean | null | undefined;
  readonly timestampType?: string | null | undefined;
  readonly datePartitionType?: string | null | undefined;
  readonly eventNames?: readonly string[] | undefined;
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
  "datePartitionColumn",
  "datePartitionType",
  "idTypeMapping",
] as const;
const ofAssignment = [
  ...fields,
  "experimentIDColumn",
  "groupIDColumn",
  "groupNameColumn",
  "dimensionColumns",
  "scheduledReloadHour",
] as const;
const ofMetric = [
  ...fields,
  "customFieldMapping",
  "eventColumn",
  "valueColumn",
  "fieldsColumn",
  "eventNames",
] as const;

type Sent = AssignmentSourcePatch | MetricSourcePatch;

/** The SQL, and whether it is that of a table; what is not sent stays. */
function written(sent: Sent) {
  const sql = textOf(sent);
  if (sql === undefined) return {};
  const isTable = sql !== sent.sql || sent.sourceType === "table";
  return { sql, sourceType: isTable ? "table" : "query", ...(!isTable && { tableName: null }) };
}

const signed = (version: number, sent: Sent, signer: Signer) => ({
  version: version + 1,
  ...signature(signer, sent.changeReason),
});

/** The write goes before what the warehouse told. */
const told = ({ columns, eventNames, ...types }: Told, sent: Sent) => ({
  ...(columns && { columns: [...columns] }),
  ...(eventNames && !("eventNames" in sent && sent.eventNames) && { eventNames: [...eventNames] }),
  ...Object.fromEntries(
    Object.entries(types).filter(
      ([name, value]) =>
        value !== undefined && value !== null && (sent[name as keyof typeof types] ?? null) === null,
    ),
  ),
});

export const patchedAssignmentSource = (
  stored: StoredAssignmentSource,
  sent: AssignmentSourcePatch,
  signer: Signer,
  known: Told = {},
): StoredAssignmentSource => ({
  ...withGiven<StoredAssignmentSource, (typeof ofAssignment)[number]>(stored, sent, ofAssignment),
  ...written(sent),
  ...told(known, sent),
  ...signed(stored.version, sent, signer),
});

const blank = { description: "", tags: [], isVerified: false, isReadOnly: false, sourceType: "query" };

const kept = ({
  id,
  name,
  creatorID,
  creatorName,
  creatorEmail,
  createdTime,
  owner,
}: StoredAssignmentSource | StoredMetricSource) => ({
  id,
  name,
  creatorID,
  creatorName,
  creatorEmail,
  createdTime,
  owner,
});

// Choice: a full update of a source keeps its name, creator and owner; what else is left out is removed.
export const replacedAssignmentSource = (
  stored: StoredAssignmentSource,
  sent: AssignmentSourceUpdate,
  signer: Signer,
  known?: Told,
): StoredAssignmentSource => {
  const { timestampColumn, idTypeMapping, experimentIDColumn, groupIDColumn, sql } = stored;
  const needed = { timestampColumn, idTypeMapping, experimentIDColumn, groupIDColumn, sql };
  const base = { ...blank, ...kept(stored), ...needed, version: stored.version };
  return patchedAssignmentSource(base, sent, signer, known);
};

export const newAssignmentSource = (
  sent: AssignmentSourceCreate,
  signer: Signer,
  lastVersion: number,
  known?: Told,
): StoredAssignmentSource => {
  const { name, timestampColumn, idTypeMapping, experimentIDColumn, groupIDColumn } = sent;
  const needed = { timestampColumn, idTypeMapping, experimentIDColumn, groupIDColumn, sql: "" };
  const base = { ...blank, id: name, name, ...needed, version: lastVersion };
  return { ...patchedAssignmentSource(base, sent, signer, known), ...creation(signer, sent) };
};

export const patchedMetricSource = (
  base: StoredMetricSource,
  sent: MetricSourcePatch,
  signer: Signer,
  known: Told = {},
): StoredMetricSource => ({
  ...withGiven<StoredMetricSource, (typeof ofMetric)[number]>(base, sent, ofMetric),
  ...written(sent),
  ...told(known, sent),
  ...signed(base.version, sent, signer),
});

export const replacedMetricSource = (
  stored: StoredMetricSource,
  sent: MetricSourceUpdate,
  signer: Signer,
  known?: Told,
): StoredMetricSource => {
  const { timestampColumn, idTypeMapping, sql } = stored;
  const base = { ...blank, ...kept(stored), timestampColumn, idTypeMapping, sql, version: stored.version };
  return patchedMetricSource(base, sent, signer, known);
};

export const newMetricSource = (
  sent: MetricSourceCreate,
  signer: Signer,
  lastVersion: number,
  known?: Told,
): StoredMetricSource => {
  const { name, timestampColumn, idTypeMapping } = sent;
  const base = { ...blank, id: name, name, timestampColumn, idTypeMapping, sql: "", version: lastVersion };
  return { ...patchedMetricSource(base, sent, signer, known), ...creation(signer, sent) };
};

/** Choice: a source keeps its name, by which experiments and metrics refer to it. A read-only one is changed by a write that says it is none any more. */
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
