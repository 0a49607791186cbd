// Previews sources in the active warehouse, both on request and as part of a write.
import { z } from "zod/mini";
import type { SourcePreview } from "#contract/source-preview.ts";
import { type SourceKind, type WarehouseSource } from "#contract/warehouse-source.ts";
import { textOf } from "#contract/warehouse-source-update.ts";
import { sourceTextProblem } from "#contract/source-text.ts";
import type { Database } from "#service/database/database.ts";
import { readAssignmentSources, readMetricSources } from "#service/database/warehouse-sources.ts";
import { badRequest, HttpError } from "#service/http/errors.ts";
import type { RequestContext } from "#service/http/handler.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { WarehouseError } from "#service/warehouse/statement.ts";
import type { WarehouseMetadata } from "./changed-source.ts";
import type { SourceDraft } from "./preview/chosen-columns.ts";
import { timeTypeOf } from "./preview/detect-columns.ts";
import { failed } from "./preview/source-checks.ts";
import { previewSource, type Partner } from "./preview/preview-source.ts";

export interface WritePreview {
  readonly metadata: WarehouseMetadata;
  /** Adds the preview to the response of a write if it is a dry run. */
  readonly answered: <Data extends object>(result: {
    data: Data;
    version: number;
  }) => { data: Data & { preview?: SourcePreview | undefined }; version: number };
}

interface Write {
  readonly query: { readonly dryRun: boolean };
  readonly body: SourceDraft & { readonly dryRun?: boolean | undefined };
}

const mostEvents = 1000;
const unknown: WritePreview = { metadata: {}, answered: (result) => result };

/** Returns a stored source as the partner of a source of the other kind. */
const partnerOf = (
  source: WarehouseSource,
  unitType: string,
  provider: ActiveWarehouse["provider"],
  isAssignment: boolean,
): Partner | undefined => {
  const unitColumn = source.idTypeMapping.find(({ statsigUnitID }) => statsigUnitID === unitType)?.column;
  if (unitColumn === undefined || sourceTextProblem(source.sql, provider)) return undefined;
  const { datePartitionColumn, datePartitionType } = source;
  return {
    name: source.name,
    isAssignment,
    previewed: {
      sql: source.sql,
      provider,
      unitColumn,
      timeColumn: source.timestampColumn,
      timeType: timeTypeOf(source),
      ...(datePartitionColumn && {
        partition: { name: datePartitionColumn, type: datePartitionType === "text" ? "text" : "date" },
      }),
    },
  };
};

export function sourcePreviews(
  database: Database,
  warehouseInUse: () => Promise<ActiveWarehouse | undefined>,
) {
  async function preview(
    kind: SourceKind,
    draft: SourceDraft,
    { now, signal, isBrief }: Pick<RequestContext, "now" | "signal"> & { isBrief?: boolean },
  ): Promise<SourcePreview | undefined> {
    let warehouse: ActiveWarehouse | undefined;
    try {
      warehouse = await warehouseInUse();
    } catch (error) {
      return unopened(error);
    }
    if (!warehouse) return undefined;
    const { provider } = warehouse;
    const isAssignment = kind === "assignment_source";
    const others: readonly WarehouseSource[] = isAssignment
      ? await readMetricSources(database)
      : await readAssignmentSources(database);
    return previewSource({
      kind,
      draft,
      warehouse,
      now,
      signal,
      isBrief,
      partnerOf: (unitTypes) => {
        for (const unitType of unitTypes)
          for (const source of others) {
            const partner = partnerOf(source, unitType, provider, !isAssignment);
            if (partner) return { unitType, partner };
          }
        return undefined;
      },
    });
  }

  return {
    preview,

    // Choice: if a write sends the text or columns of a source, the warehouse in use previews it first, which gives its current columns; a changed source that cannot be read is refused.
    /** Previews the source of a write; throws 400 if the warehouse cannot read it. */
    ofWrite: async (
      kind: SourceKind,
      { query, body }: Write,
      stored: SourceDraft | undefined,
      context: RequestContext,
    ): Promise<WritePreview> => {
      const withDryRun = query.dryRun || body.dryRun === true;
      const draft: SourceDraft = { ...stored, ...body, sql: textOf(body) ?? stored?.sql };
      const isSame = stored !== undefined && !changesReading(stored, draft);
      if (!withDryRun && isSame && textOf(body) === undefined) return unknown;
      const { now, signal } = context;
      const found = await preview(kind, draft, { now, signal, isBrief: !withDryRun });
      if (!found) return unknown;
      // A source that is sent unchanged may have new columns by now; if it cannot be read, it is stored as it is.
      if (!withDryRun && !isSame) refuseUnreadable(found);
      return {
        metadata: metadataOf(found),
        answered: ({ data, ...result }) => ({
          ...result,
          data: withDryRun ? { ...data, preview: found } : data,
        }),
      };
    },
  };
}

/** Returns a failed preview if the connection settings are incomplete or their secrets cannot be decrypted. */
function unopened(error: unknown): SourcePreview {
  if (!(error instanceof WarehouseError) && !(error instanceof z.core.$ZodError)) throw error;
  const reason = error instanceof WarehouseError ? error.message : "A setting is missing.";
  const sentence = `The warehouse could not be opened: ${reason}`;
  const checks = [failed(sentence, "sql", "Test the connection on the page of the warehouse.")];
  return { columns: [], detected: {}, rows: [], checks, ms: 0, statements: 0 };
}

export type SourcePreviews = ReturnType<typeof sourcePreviews>;

const readingFields = [
  "sql",
  "timestampColumn",
  "datePartitionColumn",
  "idTypeMapping",
  "experimentIDColumn",
  "groupIDColumn",
  "groupNameColumn",
  "dimensionColumns",
  "eventColumn",
  "valueColumn",
  "fieldsColumn",
] as const;

const changesReading = (stored: SourceDraft, draft: SourceDraft) =>
  readingFields.some(
    (field) => JSON.stringify(stored[field] ?? null) !== JSON.stringify(draft[field] ?? null),
  );

/** Rejects sources that the warehouse cannot read; those with mere warnings are stored. */
function refuseUnreadable({ columns, checks }: SourcePreview) {
  const unreadable = checks.filter(
    ({ state, property, sentence }) =>
      state === "failed" &&
      (columns.length === 0 || sentence.startsWith("There is no column ") || property === "timestampColumn"),
  );
  if (unreadable.length > 0)
    throw badRequest(
      unreadable.map(({ property, sentence }) => ({ property: property ?? "sql", errorMessage: sentence })),
    );
}

function metadataOf({ columns, detected, events }: SourcePreview): WarehouseMetadata {
  if (columns.length === 0) return {};
  const { timestampAsDay, timestampType, datePartitionType } = detected;
  return {
    columns,
    timestampAsDay,
    timestampType,
    datePartitionType,
    ...(events && { eventNames: events.slice(0, mostEvents).map(({ name }) => name) }),
  };
}

/** 409: no warehouse is active. */
export const noWarehouse = () =>
  new HttpError(409, "No warehouse is in use. Choose one on the page of the warehouse first.");
