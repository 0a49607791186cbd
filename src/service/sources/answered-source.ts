// The parts that assignment and metric sources share: empty fields, names in use, and what was known of a source before.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { textOf } from "#contract/warehouse-source-update.ts";
import type { Reader } from "#service/database/database.ts";
import { entityExists } from "#service/database/entities.ts";
import type { StoredAssignmentSource, StoredMetricSource } from "#service/database/warehouse-sources.ts";
import type { Told } from "./changed-source.ts";
import type { Look } from "./source-looks.ts";

export const emptySource = {
  description: "",
  tags: [],
  isVerified: false,
  isReadOnly: false,
  timestampAsDay: false,
  sourceType: "query",
  tableName: "",
};

const Named = z.catch(z.object({ name: z.string() }), { name: "" });

export async function nameInUse(
  reader: Reader,
  kind: "assignment_source" | "metric_source",
  body: unknown,
): Promise<Problem[]> {
  const { name } = Named.parse(body);
  return name && (await entityExists(reader, kind, name))
    ? [{ property: "name", errorMessage: "Name is already in use" }]
    : [];
}

/** All that the warehouse tells now, or told when the same text was stored. */
export function known(
  stored: StoredAssignmentSource | StoredMetricSource,
  sent: Parameters<typeof textOf>[0],
  { told }: Look,
): Told {
  if (told.columns || (textOf(sent) ?? stored.sql) !== stored.sql) return told;
  const { columns, timestampAsDay, timestampType, datePartitionType } = stored;
  const eventNames = "eventNames" in stored ? stored.eventNames : undefined;
  return {
    columns: columns ?? undefined,
    timestampAsDay,
    timestampType,
    datePartitionType,
    ...(Array.isArray(eventNames) && { eventNames: z.array(z.string()).parse(eventNames) }),
  };
}
