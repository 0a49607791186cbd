// Gates as they are answered, with the staleness that follows from their checks, changes and references.
import type { Gate } from "#contract/gate.ts";
import type { Reader } from "#service/database/database.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { typeReasonOf } from "#targeting/lint/type-reason.ts";
import { readReferredTo } from "./referrers.ts";
import { answeredGate, type StoredGate } from "./stored-gate.ts";

/** The answers of these gates. */
export async function gateAnswers(
  reader: Reader,
  context: RequestContext,
  gates: readonly StoredGate[],
): Promise<(gate: StoredGate) => Gate> {
  const ids = gates.map((gate) => gate.id);
  const referredTo = ids.length ? await readReferredTo(reader, ids) : new Set<string>();
  return (gate) => {
    const answered = answeredGate(context)(gate);
    // Judged by the stored checks: where none were counted, the answered 0 is no reason.
    const life = { ...gate, type: answered.type };
    const typeReason = typeReasonOf(life, referredTo.has(gate.id), context.now);
    return typeReason === "NONE" ? answered : { ...answered, type: "STALE", typeReason };
  };
}
