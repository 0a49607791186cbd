// Stored warehouse sources, and the experiments that are measured from them.
import { z } from "zod/mini";
import { EntityPropertySource } from "#contract/entity-property.ts";
import { AssignmentSource, MetricSource, type SourceKind, SourceUse } from "#contract/warehouse-source.ts";
import type { Reader } from "./database.ts";
import { parsedOnce, readEntity, type DocumentRow } from "./entities.ts";

const stored = { version: z._default(z.number(), 1) };

const StoredAssignmentSource = z.extend(AssignmentSource, stored);
export type StoredAssignmentSource = z.output<typeof StoredAssignmentSource>;
export const parseAssignmentSource = parsedOnce((document): StoredAssignmentSource =>
  StoredAssignmentSource.parse(document),
);

const StoredMetricSource = z.extend(MetricSource, stored);
export type StoredMetricSource = z.output<typeof StoredMetricSource>;
export const parseMetricSource = parsedOnce((document): StoredMetricSource =>
  StoredMetricSource.parse(document),
);

const StoredEntityProperty = z.extend(EntityPropertySource, stored);
export type StoredEntityProperty = z.output<typeof StoredEntityProperty>;
export const parseEntityProperty = parsedOnce((document): StoredEntityProperty =>
  StoredEntityProperty.parse(document),
);

export const readAssignmentSource = (reader: Reader, name: string) =>
  readEntity(reader, "assignment_source", name, parseAssignmentSource);

const documentsOf = (reader: Reader, kind: SourceKind) =>
  reader.query<DocumentRow>(`select document from ${kind} order by lower(name), id`);

/** All assignment sources, by name. */
export const readAssignmentSources = async (reader: Reader): Promise<StoredAssignmentSource[]> =>
  (await documentsOf(reader, "assignment_source")).map(({ document }) => parseAssignmentSource(document));

export const readMetricSources = async (reader: Reader): Promise<StoredMetricSource[]> =>
  (await documentsOf(reader, "metric_source")).map(({ document }) => parseMetricSource(document));

export const readEntityProperties = async (reader: Reader): Promise<StoredEntityProperty[]> =>
  (await documentsOf(reader, "entity_property")).map(({ document }) => parseEntityProperty(document));

/** The experiments that name these assignment sources, archived ones included, by source, then by name. */
export async function readSourceUses(
  reader: Reader,
  names: readonly string[],
): Promise<Map<string, SourceUse[]>> {
  const rows = await reader.query<DocumentRow & { source: string }>(
    `select document->>'assignmentSourceName' as source, document from experiment
     where (document->>'assignmentSourceName') = any($1) order by lower(name), id`,
    [names],
  );
  const uses = new Map<string, SourceUse[]>();
  for (const { source, document } of rows) {
    const { id, name, status } = SourceUse.parse(document);
    uses.set(source, [...(uses.get(source) ?? []), { id, name, status }]);
  }
  return uses;
}

const Dimensions = z.array(z.looseObject({ key: z.string(), type: z.string() }));

/** The experiments that are measured from a warehouse, by name, with the user properties that break down their results. */
export async function readDimensionUses(reader: Reader): Promise<{ use: SourceUse; keys: string[] }[]> {
  const rows = await reader.query<DocumentRow & { dimensions: unknown }>(
    `select document, document->'dimensions' as dimensions from experiment
     where (document->>'assignmentSourceName') is not null and (document->'dimensions') is not null order by lower(name), id`,
  );
  return rows.map(({ document, dimensions }) => {
    const { id, name, status } = SourceUse.parse(document);
    const ofUsers = Dimensions.parse(dimensions).filter(({ type }) => type === "user");
    return { use: { id, name, status }, keys: ofUsers.map(({ key }) => key) };
  });
}
