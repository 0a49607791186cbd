// The gates that rules ask about, and those behind them, whole: only with them a user can be judged.
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { call } from "#console/foundation/api/call.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";

/** Beyond this many the rest counts as not known. */
const most = 500;

async function readGate(id: string, signal: AbortSignal): Promise<Gate | undefined> {
  try {
    return (await call("readGate", { id }, { signal })).data;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** By id; gates that do not exist are left out. */
export async function readRequestedGates(
  rules: readonly Rule[],
  signal: AbortSignal,
): Promise<Map<string, Gate>> {
  const gates = new Map<string, Gate>();
  const seen = new Set<string>();
  for (let ids = gateIDsIn(rules); ids.length > 0 && seen.size < most;) {
    for (const id of ids) seen.add(id);
    const found = (await Promise.all(ids.map((id) => readGate(id, signal)))).flatMap((gate) => gate ?? []);
    for (const gate of found) gates.set(gate.id, gate);
    ids = gateIDsIn(found.flatMap((gate) => gate.rules)).filter((id) => !seen.has(id));
  }
  return gates;
}
