// Implements the endpoints of gates (API 4.2, 4.7, and further ones).
import { dependencyDirections } from "#contract/gate-dependencies.ts";
import type { Database } from "#service/database/database.ts";
import { entityWrites } from "#service/entity-writes/change-entity.ts";
import { entityReads, findEntity, wrapInLists } from "#service/http/entity-reads.ts";
import { refuse } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { gateAudiences } from "./gate-audiences.ts";
import { gateDependencies } from "./gate-dependencies.ts";
import { gateOwner, ruleProblems } from "./gate-owner.ts";
import { disabled, enabled, launched } from "./gate-state.ts";
import { newGate, patchedGate, replacedGate, withRule } from "./changed-gate.ts";

export function gateHandlers(database: Database) {
  const { prepare, list, read, listVersions, listDifferences, listReferences } = entityReads(
    database,
    gateOwner,
  );
  const audiences = gateAudiences(database);
  const writes = entityWrites(database, gateOwner);
  const { checks, create, change, update, switchTo } = writes;
  const handlers = {
    listGates: ({ query: { status, type, typeReason, idType, creatorName, tags, ...rest } }, context) => {
      const some = { status, typeReason, ...wrapInLists({ type, idType, creatorName }) };
      return list({ ...rest, some, every: { tags } }, context);
    },
    readGate: read,
    listGateVersions: listVersions,
    listGateDifferences: listDifferences,
    listGateReferences: listReferences,
    readGateDependencies: async ({ params, query: { direction, depth, limit } }, context) => {
      const gate = await findEntity(database, gateOwner, params.id);
      const directions = direction ? [direction] : dependencyDirections;
      return { data: await gateDependencies(database, context, gate, { directions, depth, limit }) };
    },
    readGateAudiences: async ({ query }, { now }) => ({ data: await audiences(query, now) }),

    createGate: (input, context) => create(input, context, newGate),
    updateGate: (input, context) => update(input, context, replacedGate),
    patchGate: (input, context) => update(input, context, patchedGate),
    updateGateRule: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await ruleProblems(reader, stored, input.body));
        return withRule(stored, input.params.ruleID, input.body, context);
      }),
    enableGate: switchTo(enabled),
    disableGate: switchTo(() => disabled),
    launchGate: switchTo(() => launched),
    archiveGate: writes.archive,
    unarchiveGate: writes.unarchive,
    deleteGate: writes.delete,
  } satisfies Partial<Handlers>;
  /** Checks beyond those of the contract; the problems of both are reported together. */
  const bodyChecks: BodyChecks = {
    createGate: checks.create,
    updateGate: checks.update,
    patchGate: checks.update,
    updateGateRule: checks.stored(ruleProblems),
  };
  return { handlers, checks: bodyChecks, prepare };
}
