// Lists gates. Staleness is computed, so a filter by it reads every gate that matches the other filters.
import type { Gate } from "#contract/gate.ts";
import type { Reader } from "#service/database/database.ts";
import { listEntities, type EntityFilter, type Found, type PageOf } from "#service/database/entity-lists.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { answerGates } from "./answer-gates.ts";
import { parseGate } from "./stored-gate.ts";

interface GateFilter extends EntityFilter {
  typeReason?: string | undefined;
}

const everything: PageOf = { limit: Number.MAX_SAFE_INTEGER, page: 1 };
const computedTypes = new Set(["STALE", "TEMPORARY"]);

export async function listGates(
  reader: Reader,
  context: RequestContext,
  { typeReason, ...filter }: GateFilter,
  pageOf: PageOf,
): Promise<Found<Gate>> {
  const { type, ...others } = filter;
  if (typeReason === undefined && !computedTypes.has(type ?? "")) {
    const found = await listEntities(reader, "gate", filter, pageOf, parseGate);
    return { items: await answerGates(reader, context, found.items), total: found.total };
  }
  const found = await listEntities(reader, "gate", others, everything, parseGate);
  const fitting = (await answerGates(reader, context, found.items)).filter(
    (gate) =>
      (typeReason === undefined || gate.typeReason === typeReason) &&
      (type === undefined || gate.type === type),
  );
  const start = (pageOf.page - 1) * pageOf.limit;
  return { items: fitting.slice(start, start + pageOf.limit), total: fitting.length };
}
