// Answers the endpoints that return gates (API 4.2, 4.7 and the reading endpoints). What other nouns say about a gate lives with them.
import type { Database } from "#service/database/database.ts";
import {
  entityExists,
  listEntities,
  listReferences,
  listVersions,
  readEntity,
  writeEntity,
} from "#service/database/entities.ts";
import { checkIfMatch, notFound } from "#service/http/errors.ts";
import type { Handlers } from "#service/http/handler.ts";
import { gateIDsIn } from "#targeting/references.ts";
import { answeredGate, parseGate } from "./stored-gate.ts";
import { withRule } from "./update-rule.ts";

type GateEndpoints = "listGates" | "readGate" | "listGateVersions" | "listGateReferences" | "updateGateRule";

export const gateHandlers = (database: Database): Pick<Handlers, GateEndpoints> => ({
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

  updateGateRule: ({ params, query, body }, context) =>
    database.transaction(
      async (transaction) => {
        const stored = await readEntity(transaction, "gate", params.id, parseGate);
        if (!stored) throw notFound("Gate");
        checkIfMatch(context.ifMatch, stored.version, answeredGate(context)(stored));
        const document = withRule(stored, params.ruleID, body, context);
        await writeEntity(
          transaction,
          "gate",
          { document, references: gateIDsIn(document.rules) },
          context.now,
        );
        return { data: answeredGate(context)(document), version: document.version };
      },
      { commit: !query.dryRun },
    ),
});
