// Finds the entities in use that refer to a gate, because archiving the gate would affect them.
import type { Problem } from "#contract/api-error.ts";
import type { Reader } from "#service/database/database.ts";
import { readReferrers } from "#service/database/entity-references.ts";

const kinds = { gate: "gate", dynamic_config: "dynamic config", experiment: "experiment" } as const;

const mostNamed = 5;

/** Choice: a gate that something in use refers to is archived only by force. */
export async function referrerProblems(reader: Reader, gateID: string): Promise<Problem[]> {
  const found = (await readReferrers(reader, [gateID])).map(({ kind, id }) => `${kinds[kind]} '${id}'`);
  if (found.length === 0) return [];
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : "";
  const errorMessage = `Referred to by ${found.slice(0, mostNamed).join(", ")}${more}; send forceArchive true to archive it nevertheless`;
  return [{ property: "forceArchive", errorMessage }];
}
