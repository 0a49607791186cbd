// How the shared writing of rule owners finds and answers gates.
import type { RuleOwner } from "#service/rule-owners/change-entity.ts";
import type { Gate } from "#contract/gate.ts";
import { answeredGate, parseGate, type StoredGate } from "./stored-gate.ts";

export const gateOwner: RuleOwner<StoredGate, Gate> = {
  kind: "gate",
  noun: "Gate",
  parse: parseGate,
  answer: async (_reader, context, gate) => answeredGate(context)(gate),
};
