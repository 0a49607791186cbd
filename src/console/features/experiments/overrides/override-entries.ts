// Lists the overrides of an experiment as rows, and builds the request bodies that add or remove them. Pure.
import type { ExperimentOverrides } from "#contract/experiment-overrides.ts";
import { plural } from "#console/foundation/ui/wording.ts";

interface Entry {
  key: string;
  /** Name of the group. */
  group: string;
  environment: string | null;
  setBy: string | null;
  /** ms. */
  setTime: number | null;
}

export type OverrideEntry =
  | (Entry & { by: "id"; ids: readonly string[]; unitType: string })
  | (Entry & { by: "gate"; type: string; id: string });

/** Returns the overrides in order of precedence. */
export function overrideEntries(
  { overrides, userIDOverrides }: ExperimentOverrides,
  idType: string,
): OverrideEntry[] {
  const common = (
    { groupID, environment, setBy, setTime }: ExperimentOverrides["overrides"][number] | Ids,
    key: string,
  ): Entry => ({
    key: `${key} ${groupID} ${environment ?? ""}`,
    group: groupID,
    environment: environment ?? null,
    setBy: setBy ?? null,
    setTime: setTime ?? null,
  });
  return [
    ...userIDOverrides.map((entry): OverrideEntry => {
      const unitType = entry.unitType ?? idType;
      return { ...common(entry, unitType), by: "id", ids: entry.ids, unitType };
    }),
    ...overrides.map((entry): OverrideEntry => {
      const { type, id } = entry;
      return { ...common(entry, `${type} ${id}`), by: "gate", type, id };
    }),
  ];
}
type Ids = ExperimentOverrides["userIDOverrides"][number];

/** Returns the request body for an entry, limited to the given ids. */
export function bodyOf(entry: OverrideEntry, ids: readonly string[]) {
  const { group, environment } = entry;
  const where = environment === null ? {} : { environment };
  if (entry.by === "id")
    return { userIDOverrides: [{ groupID: group, ids: [...ids], unitType: entry.unitType, ...where }] };
  const type = entry.type === "segment" ? ("segment" as const) : ("gate" as const);
  return { overrides: [{ groupID: group, type, id: entry.id, ...where }] };
}

/** Returns, by group, the ids that the new override takes from another group in the same environment. */
export const movedFrom = (
  entries: readonly OverrideEntry[],
  { group, environment, ids }: { group: string; environment: string | null; ids: readonly string[] },
) => {
  const moved = new Set(ids);
  return entries.flatMap((entry) => {
    if (entry.by !== "id" || entry.group === group || entry.environment !== environment) return [];
    const count = entry.ids.filter((id) => moved.has(id)).length;
    return count > 0 ? [{ group: entry.group, count }] : [];
  });
};

/** Words a number of units: "2 users" or "3 companyID ids". */
export const countOfUnits = (count: number, unitType: string) =>
  unitType.toLowerCase() === "userid" ? plural(count, "user") : plural(count, `${unitType} id`);
