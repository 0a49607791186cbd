// Answers the endpoints that read gates (API 4.2 and beyond). Writing is in gate-writes.ts.
import { dependencyDirections } from "#contract/gate-dependencies.ts";
import type { Database } from "#service/database/database.ts";
import { entityReads, findEntity } from "#service/http/entity-reads.ts";
import type { Handlers } from "#service/http/handler.ts";
import { gateDependencies } from "./gate-dependencies.ts";
import { gateOwner } from "./gate-owner.ts";
import { listGates } from "./list-gates.ts";

export const gateHandlers = (database: Database) => {
  const { list, read, listVersions, listReferences } = entityReads(database, gateOwner);
  return {
    listGates: ({ query: { limit, page, includeArchived, ...filter } }, context) => {
      const exceptStatus = includeArchived || filter.status === "Archived" ? undefined : "Archived";
      return listGates({ ...filter, exceptStatus }, { limit, page }, (others, pageOf) =>
        list(others, pageOf, context),
      );
    },
    readGate: read,
    listGateVersions: listVersions,
    listGateReferences: listReferences,
    readGateDependencies: async ({ params, query: { direction, depth, limit } }, context) => {
      const gate = await findEntity(database, gateOwner, params.id);
      const directions = direction ? [direction] : dependencyDirections;
      return { data: await gateDependencies(database, context, gate, { directions, depth, limit }) };
    },
  } satisfies Partial<Handlers>;
};
