// Answers the endpoints that read gates (API 4.2 and beyond). Writing is in gate-writes.ts.
import { dependencyDirections } from "#contract/gate-dependencies.ts";
import type { Database } from "#service/database/database.ts";
import { entityExists } from "#service/database/entities.ts";
import { listReferences, listVersions } from "#service/database/entity-lists.ts";
import { findEntity } from "#service/entity-writes/change-entity.ts";
import { notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { answerGates } from "./answer-gates.ts";
import { gateDependencies } from "./gate-dependencies.ts";
import { gateOwner } from "./gate-owner.ts";
import { listGates } from "./list-gates.ts";
import { answeredGate, parseGate } from "./stored-gate.ts";

type GateReads =
  | "listGates"
  | "readGate"
  | "listGateVersions"
  | "listGateReferences"
  | "readGateDependencies";

export const gateHandlers = (database: Database): Pick<Handlers, GateReads> => ({
  listGates: ({ query: { limit, page, includeArchived, ...filter } }, context) => {
    const exceptStatus = includeArchived || filter.status === "Archived" ? undefined : "Archived";
    return listGates(database, context, { ...filter, exceptStatus }, { limit, page });
  },

  readGate: async ({ params }, context) => {
    const gate = await findEntity(database, gateOwner, params.id);
    return { data: await gateOwner.answer(database, context, gate), version: gate.version };
  },

  listGateVersions: async ({ params, query }, context) => {
    const found = await listVersions(database, "gate", params.id, query, parseGate);
    if (found.total === 0) throw notFound("Gate");
    return { items: found.items.map(answeredGate(context)), total: found.total };
  },

  listGateReferences: async ({ params, query }, context) => {
    if (!(await entityExists(database, "gate", params.id))) throw notFound("Gate");
    const { items, total } = await listReferences(database, params.id, "gate", query, parseGate);
    return { items: await answerGates(database, context, items), total };
  },

  readGateDependencies: async ({ params, query: { direction, depth, limit } }, context) => {
    const gate = await findEntity(database, gateOwner, params.id);
    const directions = direction ? [direction] : dependencyDirections;
    return { data: await gateDependencies(database, context, gate, { directions, depth, limit }) };
  },
});
