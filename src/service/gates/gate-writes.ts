// Answers the endpoints that write gates: created, fully or partly updated, one rule (API 4.7), switched. Reading is in gate-handlers.ts.
import type { Database } from "#service/database/database.ts";
import { entityWrites } from "#service/entity-writes/change-entity.ts";
import { refuse } from "#service/http/errors.ts";
import type { BodyChecks, Handlers } from "#service/http/handler.ts";
import { gateOwner, ruleProblems } from "./gate-owner.ts";
import { disabled, enabled, launched } from "./gate-state.ts";
import { withRule } from "./update-rule.ts";
import { newGate, patchedGate, replacedGate } from "./write-gate.ts";

export function gateWrites(database: Database) {
  const { checks, create, change, update, switchTo, archive, unarchive } = entityWrites(database, gateOwner);
  const handlers = {
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
    archiveGate: archive,
    unarchiveGate: unarchive,
  } satisfies Partial<Handlers>;
  /** Checks that the contract cannot make; reported together with those of the contract. */
  const bodyChecks: BodyChecks = {
    createGate: checks.create,
    updateGate: checks.update,
    patchGate: checks.update,
    updateGateRule: checks.stored(ruleProblems),
  };
  return { handlers, checks: bodyChecks };
}
