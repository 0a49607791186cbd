// Search, filters and order of the gate list. Ten thousand gates are read and sorted once; a keystroke only goes through them.
import type { Gate } from "#contract/gate.ts";
import { gateState } from "#contract/gate.ts";
import type { GateListSearch } from "./gate-search.ts";

/** A gate with the text that a search looks in. */
interface ListedGate {
  readonly gate: Gate;
  readonly text: string;
}

export const listed = (gates: readonly Gate[]): ListedGate[] =>
  gates.map((gate) => ({ gate, text: `${gate.name}\n${gate.id}`.toLowerCase() }));

/** Keeps the order. Archived gates are listed when their status is asked for. */
export function findGates(
  gates: readonly ListedGate[],
  { search = "", status = [], tags = [], stale = [] }: GateListSearch,
): Gate[] {
  const wanted = search.trim().toLowerCase();
  return gates.flatMap(({ gate, text }) => {
    const state = gateState(gate);
    const inStatus = status.length ? status.includes(state) : state !== "Archived";
    const fits =
      inStatus &&
      text.includes(wanted) &&
      tags.every((tag) => gate.tags?.includes(tag)) &&
      (stale.length === 0 || stale.includes(gate.typeReason ?? ""));
    return fits ? [gate] : [];
  });
}
