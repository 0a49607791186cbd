// Defines for entity-writes/ how gates are read, answered, and checked beyond the contract.
import { z } from "zod/mini";
import type { Gate } from "#contract/gate.ts";
import type { Problem } from "#contract/api-error.ts";
import type { Reader } from "#service/database/database.ts";
import { archivedProblems } from "#service/entity-writes/entity-state.ts";
import { nameProblems, newEntityID, sentName } from "#service/entity-writes/name-in-use.ts";
import { rulesIn } from "#service/entity-writes/rule-ids.ts";
import type { RuleOwner } from "#service/entity-writes/rule-owner.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { checkFacts, gateHeads } from "./gate-heads.ts";
import { disabled } from "./gate-state.ts";
import { cycleProblems } from "./reference-cycles.ts";
import { referrerProblems } from "./referrers.ts";
import { answeredGate, gateAnswers, parseGate, type StoredGate } from "./stored-gate.ts";

const Stated = z.catch(z.object({ status: z.unknown() }), { status: undefined });

const cycleProblemsOf = (reader: Reader, gate: Pick<StoredGate, "id" | "rules">, body: unknown) =>
  cycleProblems(
    reader,
    gate,
    rulesIn(body).map((rule, index) => ({ rule, path: `rules.${index}.` })),
  );

export const gateOwner: RuleOwner<StoredGate, Gate> = {
  kind: "gate",
  noun: "Gate",
  disabled,
  parse: parseGate,
  answerVersion: answeredGate,
  answers: gateAnswers,
  headsOf: gateHeads,
  besides: checkFacts,
  counted: ["status", "tags", "typeReason"],
  mentions: ({ rules }) => gateIDsIn(rules),
  createProblems: async (reader, body) => [
    ...(await nameProblems(reader, "gate", body)),
    ...(await cycleProblemsOf(reader, { id: newEntityID(sentName(body)), rules: [] }, body)),
  ],
  updateProblems: async (reader, stored, body) => [
    // Choice: archiving a gate has an endpoint of its own.
    ...(Stated.parse(body).status === "Archived"
      ? [{ property: "status", errorMessage: "Archive the gate over its own address" }]
      : []),
    ...(await cycleProblemsOf(reader, stored, body)),
  ],
  archiveProblems: referrerProblems,
};

/** Problems of an update of one rule. */
export const ruleProblems = async (reader: Reader, stored: StoredGate, body: unknown): Promise<Problem[]> => [
  ...archivedProblems("Gate", stored),
  ...(await cycleProblems(reader, stored, [{ rule: body, path: "" }])),
];
