// Gates as they are answered: with the type that their checks, changes and references make of them by now.
import type { Gate } from "#contract/gate.ts";
import type { Reader } from "#service/database/database.ts";
import type { RequestContext } from "#service/http/handler.ts";
import type { RuleOwner } from "#service/entity-writes/change-entity.ts";
import { typeReasonOf } from "#targeting/lint/type-reason.ts";
import { readReferredTo } from "./referrers.ts";
import { answeredGate, parseGate, type StoredGate } from "./stored-gate.ts";

export async function answerGates(
  reader: Reader,
  context: RequestContext,
  gates: readonly StoredGate[],
): Promise<Gate[]> {
  const ids = gates.map((gate) => gate.id);
  const referredTo = ids.length ? await readReferredTo(reader, ids) : new Set<string>();
  return gates.map(answeredGate(context)).map((gate) => {
    const typeReason = typeReasonOf(gate, referredTo.has(gate.id), context.now);
    return typeReason === "NONE" ? gate : { ...gate, type: "STALE", typeReason };
  });
}

export const gateOwner: RuleOwner<StoredGate, Gate> = {
  kind: "gate",
  noun: "Gate",
  parse: parseGate,
  answer: async (reader, context, gate) => {
    const [answered] = await answerGates(reader, context, [gate]);
    return answered ?? answeredGate(context)(gate);
  },
};
