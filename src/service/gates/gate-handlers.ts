// Answers the endpoints that read gates (API 4.2 and beyond). Writing is in gate-writes.ts; what other nouns say about a gate lives with them.
import type { Database } from "#service/database/database.ts";
import {
  entityExists,
  listEntities,
  listReferences,
  listVersions,
  readEntity,
} from "#service/database/entities.ts";
import { notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { answeredGate, parseGate } from "./stored-gate.ts";

type GateReads = "listGates" | "readGate" | "listGateVersions" | "listGateReferences";

export const gateHandlers = (database: Database): Pick<Handlers, GateReads> => ({
  listGates: async ({ query }, context) => {
    const { limit, page, includeArchived, ...filter } = query;
    const showArchived = includeArchived || filter.status === "Archived";
    const found = await listEntities(
      database,
      "gate",
      { ...filter, exceptStatus: showArchived ? undefined : "Archived" },
      { limit, page },
      parseGate,
    );
    return { items: found.items.map(answeredGate(context)), total: found.total };
  },

  readGate: async ({ params }, context) => {
    const gate = await readEntity(database, "gate", params.id, parseGate);
    if (!gate) throw notFound("Gate");
    return { data: answeredGate(context)(gate), version: gate.version };
  },

  listGateVersions: async ({ params, query }, context) => {
    const found = await listVersions(database, "gate", params.id, query, parseGate);
    if (found.total === 0) throw notFound("Gate");
    return { items: found.items.map(answeredGate(context)), total: found.total };
  },

  listGateReferences: async ({ params, query }, context) => {
    if (!(await entityExists(database, "gate", params.id))) throw notFound("Gate");
    const found = await listReferences(database, params.id, "gate", query, parseGate);
    return { items: found.items.map(answeredGate(context)), total: found.total };
  },
});
