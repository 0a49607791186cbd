// What the contract alone cannot say about a write of a gate, told together with what it says: ids, circles, state.
import { z } from "zod";
import type { Problem } from "#contract/api-error.ts";
import type { Database, Reader } from "#service/database/database.ts";
import { readEntity } from "#service/database/entities.ts";
import { badRequest } from "#service/http/errors.ts";
import type { BodyCheck } from "#service/http/handler.ts";
import { nameProblems, newEntityID, sentName } from "#service/entity-writes/name-in-use.ts";
import { addressableRules, ruleIDProblems, rulesIn } from "#service/entity-writes/rule-ids.ts";
import { stateProblems } from "./gate-state.ts";
import { circleProblems, type SentRule } from "./reference-cycles.ts";
import { parseGate, type StoredGate } from "./stored-gate.ts";

const Stated = z.object({ status: z.unknown() }).catch({ status: undefined });

const sentRules = (rules: readonly unknown[]): SentRule[] =>
  rules.map((rule, index) => ({ rule, path: `rules.${index}.` }));

async function updateProblems(reader: Reader, stored: StoredGate, body: unknown): Promise<Problem[]> {
  const rules = rulesIn(body);
  return [
    ...stateProblems(stored, Stated.parse(body)),
    ...ruleIDProblems(await addressableRules(reader, "gate", stored, rules), rules),
    ...(await circleProblems(reader, stored, sentRules(rules))),
  ];
}

const ruleProblems = async (reader: Reader, stored: StoredGate, body: unknown): Promise<Problem[]> => [
  ...stateProblems(stored, {}),
  ...(await circleProblems(reader, stored, [{ rule: body, path: "" }])),
];

type Find = typeof updateProblems;

/** An unknown gate has no problems here: the handler answers 404. */
const checkStored =
  (find: Find) =>
  (database: Database): BodyCheck =>
  async (body, params) => {
    const stored = await readEntity(database, "gate", params["id"] ?? "", parseGate);
    return stored ? find(database, stored, body) : [];
  };

/** The same once more, inside the transaction that writes; throws 400. */
const refuse = (find: Find) => async (reader: Reader, stored: StoredGate, body: unknown) => {
  const problems = await find(reader, stored, body);
  if (problems.length) throw badRequest(problems);
};

export const checkGateUpdate = checkStored(updateProblems);
export const checkGateRuleUpdate = checkStored(ruleProblems);
export const refuseGateUpdate = refuse(updateProblems);
export const refuseGateRuleUpdate = refuse(ruleProblems);

export async function newGateProblems(reader: Reader, body: unknown): Promise<Problem[]> {
  const gate = { id: newEntityID(sentName(body)), rules: [] };
  const circles = await circleProblems(reader, gate, sentRules(rulesIn(body)));
  return [...(await nameProblems(reader, "gate", body)), ...circles];
}

export const checkNewGate =
  (database: Database): BodyCheck =>
  (body) =>
    newGateProblems(database, body);
