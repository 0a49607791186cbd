// The units that were exposed to a group of an experiment.
import { limits } from "#contract/limits.ts";
import type { Reader } from "./database.ts";

interface Assigning {
  readonly id: string;
  readonly groups: readonly { readonly id: string }[];
}

const condition = "experiment_id = $1 and group_id = any($2) and unit_id <> ''";
const valuesOf = ({ id, groups }: Assigning) => [id, groups.map((group) => group.id)];

/** Returns the unit ids, sorted; undefined where there are too many of them for the rules that are served to apps. */
export async function readAssignedUnits(
  reader: Reader,
  experiment: Assigning,
): Promise<readonly string[] | undefined> {
  const rows = await reader.query<{ unit: string }>(
    `select distinct unit_id as unit from exposure where ${condition} limit ${limits.assignedUnits + 1}`,
    valuesOf(experiment),
  );
  return rows.length > limits.assignedUnits ? undefined : rows.map(({ unit }) => unit).sort();
}

export async function countAssignedUnits(reader: Reader, experiment: Assigning): Promise<number> {
  const [row] = await reader.query<{ units: number }>(
    `select count(distinct unit_id) as units from exposure where ${condition}`,
    valuesOf(experiment),
  );
  return row?.units ?? 0;
}

export async function isAssigned(reader: Reader, experiment: Assigning, unit: string): Promise<boolean> {
  const rows = await reader.query(
    `select 1 as found from exposure where ${condition} and unit_id = $3 limit 1`,
    [...valuesOf(experiment), unit],
  );
  return rows.length > 0;
}
