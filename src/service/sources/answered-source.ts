// Shared parts of source responses: default fields, and metadata that is known from an earlier write.
import { z } from "zod/mini";
import { textOf } from "#contract/warehouse-source-update.ts";
import type { StoredSource, WarehouseMetadata } from "./changed-source.ts";
import type { WritePreview } from "./source-previews.ts";

export const emptySource = {
  description: "",
  tags: [],
  isVerified: false,
  isReadOnly: false,
  timestampAsDay: false,
  sourceType: "query",
  tableName: "",
};

/** Returns the metadata from the warehouse; if it could not be read now, that of the stored source, provided the SQL is the same. */
export function knownMetadata(
  stored: StoredSource,
  sent: Parameters<typeof textOf>[0],
  { metadata }: WritePreview,
): WarehouseMetadata {
  if (metadata.columns || (textOf(sent) ?? stored.sql) !== stored.sql) return metadata;
  const { columns, timestampAsDay, timestampType } = stored;
  const eventNames = "eventNames" in stored ? stored.eventNames : undefined;
  const partition =
    "datePartitionType" in stored ? z.nullish(z.string()).parse(stored.datePartitionType) : null;
  return {
    columns: columns ?? undefined,
    timestampAsDay,
    timestampType,
    datePartitionType: partition,
    ...(Array.isArray(eventNames) && { eventNames: z.array(z.string()).parse(eventNames) }),
  };
}
