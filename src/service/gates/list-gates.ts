// Lists gates. Staleness is computed, so a filter by it reads every gate that matches the other filters.
import type { Gate } from "#contract/gate.ts";
import type { EntityFilter } from "#service/database/entity-lists.ts";
import { everything, pageOfList, type Found, type PageOf } from "#service/database/pages.ts";

interface GateFilter extends EntityFilter {
  typeReason?: string | undefined;
}

const computedTypes = new Set(["STALE", "TEMPORARY"]);

/** `list` finds and answers gates, whatever their staleness. */
export async function listGates(
  { typeReason, ...filter }: GateFilter,
  pageOf: PageOf,
  list: (filter: EntityFilter, pageOf: PageOf) => Promise<Found<Gate>>,
): Promise<Found<Gate>> {
  const { type, ...others } = filter;
  if (typeReason === undefined && !computedTypes.has(type ?? "")) return list(filter, pageOf);
  const { items } = await list(others, everything);
  const fitting = items.filter(
    (gate) =>
      (typeReason === undefined || gate.typeReason === typeReason) &&
      (type === undefined || gate.type === type),
  );
  return pageOfList(fitting, pageOf);
}
