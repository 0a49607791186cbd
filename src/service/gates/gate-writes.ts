// Answers the endpoints that write gates: created, fully or partly updated, one rule (API 4.7), switched. Reading is in gate-handlers.ts.
import type { Database } from "#service/database/database.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import {
  checkStored,
  entityWrites,
  findUpdateProblems,
  refuse,
} from "#service/entity-writes/change-entity.ts";
import { gateOwner, newGateProblems, ruleProblems } from "./gate-owner.ts";
import { disabled, enabled, launched } from "./gate-state.ts";
import { withRule } from "./update-rule.ts";
import { newGate, patchedGate, replacedGate } from "./write-gate.ts";

type GateWrites =
  | "createGate"
  | "updateGate"
  | "patchGate"
  | "updateGateRule"
  | "enableGate"
  | "disableGate"
  | "launchGate"
  | "archiveGate"
  | "unarchiveGate";

/** Checks of gate writes that the contract cannot make; reported together with those of the contract. */
export const gateChecks = (database: Database): BodyChecks => ({
  createGate: (body) => newGateProblems(database, body),
  updateGate: checkStored(database, gateOwner, findUpdateProblems(gateOwner)),
  patchGate: checkStored(database, gateOwner, findUpdateProblems(gateOwner)),
  updateGateRule: checkStored(database, gateOwner, ruleProblems),
});

export const gateWrites = (database: Database): Pick<Handlers, GateWrites> => {
  const { create, change, update, switchTo, archive, unarchive } = entityWrites(database, gateOwner);
  return {
    createGate: ({ query, body }, context) =>
      create(newGate(body, context), query, context, (reader) => newGateProblems(reader, body)),
    updateGate: (input, context) =>
      update(input, context, (stored, addressable) => replacedGate(stored, addressable, input.body, context)),
    patchGate: (input, context) =>
      update(input, context, (stored, addressable) => patchedGate(stored, addressable, input.body, context)),
    updateGateRule: (input, context) =>
      change(input, context, async (stored, reader) => {
        refuse(await ruleProblems(reader, stored, input.body));
        return withRule(stored, input.params.ruleID, input.body, context);
      }),
    enableGate: switchTo(enabled),
    disableGate: switchTo(() => disabled),
    launchGate: switchTo(() => launched),
    archiveGate: archive,
    unarchiveGate: unarchive,
  };
};
