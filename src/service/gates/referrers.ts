// The entities in use that refer to a gate: archiving the gate would change them.
import type { Problem } from "#contract/api-error.ts";
import type { Reader, Row } from "#service/database/database.ts";

const kinds = { gate: "gate", dynamic_config: "dynamic config", experiment: "experiment" } as const;
type Kind = keyof typeof kinds;

interface Referrer extends Row {
  gate_id: string;
  kind: Kind;
  id: string;
}

// Choice: an archived entity, and the gate itself, does not count as referring to a gate.
const readReferrers = (reader: Reader, gateIDs: readonly string[]) =>
  reader.query<Referrer>(
    `select gate_id, kind, entity_id as id from gate_reference
     where gate_id = any($1) and in_use and not (kind = 'gate' and entity_id = gate_id) order by kind, id`,
    [gateIDs],
  );

/** The gates that another entity in use refers to. */
export const readReferredTo = async (
  reader: Reader,
  gateIDs: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set((await readReferrers(reader, gateIDs)).map(({ gate_id }) => gate_id));

const mostNamed = 5;

/** Choice: a gate that something in use refers to is archived only by force. */
export async function referrerProblems(reader: Reader, gateID: string): Promise<Problem[]> {
  const found = (await readReferrers(reader, [gateID])).map(({ kind, id }) => `${kinds[kind]} '${id}'`);
  if (found.length === 0) return [];
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : "";
  const errorMessage = `Referred to by ${found.slice(0, mostNamed).join(", ")}${more}; send forceArchive true to archive it nevertheless`;
  return [{ property: "forceArchive", errorMessage }];
}
