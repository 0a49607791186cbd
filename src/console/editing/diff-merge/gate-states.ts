// The states of a gate: its rules decide, or everyone or nobody passes regardless of the rules.
import { gateState, type Gate } from "#contract/gate.ts";
import { labelOf } from "#console/foundation/ui/wording.ts";

export const gateStates = ["In Progress", "Launched", "Disabled"] as const;
export type GateState = (typeof gateStates)[number];

export const stateOf = (gate: Pick<Gate, "status" | "isEnabled">): GateState =>
  gate.isEnabled ? (gateStates.find((state) => state === gateState(gate)) ?? "In Progress") : "Disabled";

const outcomes = {
  "In Progress": "the rules decide",
  Launched: "everyone passes",
  Disabled: "nobody passes",
};

/** The label of a state, with the users who pass in it. */
export const stateWords = (state: GateState) => `${labelOf(state)}: ${outcomes[state]}`;
