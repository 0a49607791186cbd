// What refers to a gate and is still in use: archiving the gate would change it.
import type { Problem } from "#contract/api-error.ts";
import type { Reader, Row } from "#service/database/database.ts";

const kinds = { gate: "gate", dynamic_config: "dynamic config", experiment: "experiment" } as const;
const told = 5;

/** Choice: a gate that something in use refers to is archived only by force; whatever is archived does not count. */
export async function referrerProblems(reader: Reader, gateID: string): Promise<Problem[]> {
  const found: string[] = [];
  for (const [kind, noun] of Object.entries(kinds)) {
    const rows = await reader.query<Row & { id: string }>(
      `select id from ${kind} where lower(status) <> 'archived'
       and id in (select entity_id from gate_reference where gate_id = $1 and kind = $2) order by id`,
      [gateID, kind],
    );
    found.push(...rows.map(({ id }) => `${noun} '${id}'`));
  }
  if (found.length === 0) return [];
  const more = found.length > told ? ` and ${found.length - told} more` : "";
  const errorMessage = `${found.slice(0, told).join(", ")}${more} refer to it; send forceArchive true to archive it nevertheless`;
  return [{ property: "forceArchive", errorMessage }];
}
