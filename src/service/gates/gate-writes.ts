// Answers the endpoints that write gates: created, fully or partly updated, one rule (API 4.7), switched. Reading is in gate-handlers.ts.
import type { Database, Reader } from "#service/database/database.ts";
import { badRequest } from "#service/http/errors.ts";
import type { Handlers, RequestContext } from "#service/http/handler.ts";
import { changeEntity, createEntity } from "#service/entity-writes/change-entity.ts";
import { addressableRules } from "#service/entity-writes/rule-ids.ts";
import { newGateProblems, refuseGateRuleUpdate, refuseGateUpdate } from "./check-gate.ts";
import { gateOwner } from "./answer-gates.ts";
import {
  archived,
  disabled,
  enabled,
  inState,
  isArchived,
  launched,
  refuseArchived,
  type GateState,
} from "./gate-state.ts";
import { referrerProblems } from "./referrers.ts";
import type { StoredGate } from "./stored-gate.ts";
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

interface Write {
  params: { id: string };
  query: { dryRun: boolean };
}

export const gateWrites = (database: Database): Pick<Handlers, GateWrites> => {
  const change = (
    { params, query }: Write,
    context: RequestContext,
    work: (stored: StoredGate, reader: Reader) => StoredGate | Promise<StoredGate>,
  ) => changeEntity(database, gateOwner, { id: params.id, dryRun: query.dryRun }, context, work);

  /** Brings a gate that is not archived into a state. */
  const switchTo =
    (state: (stored: GateState) => GateState) =>
    (input: Write & { body: { changeReason?: string | undefined } }, context: RequestContext) =>
      change(input, context, (stored) => {
        refuseArchived(stored);
        return inState(stored, state(stored), context, input.body.changeReason);
      });

  return {
    createGate: ({ query, body }, context) =>
      createEntity(
        database,
        gateOwner,
        { document: newGate(body, context), dryRun: query.dryRun },
        context,
        (reader) => newGateProblems(reader, body),
      ),

    updateGate: (input, context) =>
      change(input, context, async (stored, reader) => {
        await refuseGateUpdate(reader, stored, input.body);
        const addressable = await addressableRules(reader, "gate", stored, input.body.rules);
        return replacedGate(stored, addressable, input.body, context);
      }),

    patchGate: (input, context) =>
      change(input, context, async (stored, reader) => {
        await refuseGateUpdate(reader, stored, input.body);
        const addressable = await addressableRules(reader, "gate", stored, input.body.rules ?? []);
        return patchedGate(stored, addressable, input.body, context);
      }),

    updateGateRule: (input, context) =>
      change(input, context, async (stored, reader) => {
        await refuseGateRuleUpdate(reader, stored, input.body);
        return withRule(stored, input.params.ruleID, input.body, context);
      }),

    enableGate: switchTo(enabled),
    disableGate: switchTo(() => disabled),
    launchGate: switchTo(() => launched),

    archiveGate: (input, context) =>
      change(input, context, async (stored, reader) => {
        const { forceArchive, changeReason, archiveReason } = input.body;
        const problems = forceArchive || isArchived(stored) ? [] : await referrerProblems(reader, stored.id);
        if (problems.length) throw badRequest(problems);
        return inState(stored, archived, context, changeReason ?? archiveReason);
      }),

    // Choice: a gate that comes out of the archive is off.
    unarchiveGate: (input, context) =>
      change(input, context, (stored) => {
        const { changeReason, unarchiveReason } = input.body;
        return isArchived(stored)
          ? inState(stored, disabled, context, changeReason ?? unarchiveReason)
          : stored;
      }),
  };
};
