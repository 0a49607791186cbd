// The states of gates, configs and experiments, worded the same everywhere: lists, heads, filters, the graph, exports, the
// palette.
import { gateState } from "#contract/gate.ts";
import type { StatusTone } from "./status.tsx";
import { labelOf } from "./wording.ts";

interface Switched {
  status?: string | null | undefined;
  isEnabled: boolean;
}

export const gateStateText = (gate: Switched) => labelOf(gateState(gate));

export const configState = ({ status, isEnabled }: Switched): string => {
  if (status === "Archived") return status;
  return isEnabled ? "Enabled" : "Disabled";
};

/** Returns the tone of a gate or a config. */
export function switchTone({ status, isEnabled }: Switched): StatusTone {
  if (!isEnabled || status === "Archived") return "off";
  return status === "Launched" ? "finished" : "live";
}

const experimentStates: Readonly<Record<string, string>> = {
  setup: "Setup",
  active: "Running",
  decision_made: "Decided",
  abandoned: "Abandoned",
  archived: "Archived",
  experiment_stopped: "Stopped",
  assignment_stopped: "Assignment stopped",
};

/** Returns the word for a state; an unknown state is shown unchanged. */
export const experimentState = (status: string) => experimentStates[status] ?? status;

export const experimentTone = (status: string): StatusTone =>
  status === "active" ? "live" : status === "setup" ? "off" : "finished";

interface Started {
  status: string;
  startTime?: number | null | undefined;
}

/** Whether it is started but its start time is still in the future; `now` in ms. */
const isPlanned = ({ status, startTime }: Started, now: number) =>
  status === "active" && typeof startTime === "number" && startTime > now;

/** Returns the word and the tone of an experiment with a known start; `now` in ms. */
export const experimentStatus = (experiment: Started, now: number): { text: string; tone: StatusTone } =>
  isPlanned(experiment, now)
    ? { text: "Planned", tone: "off" }
    : { text: experimentState(experiment.status), tone: experimentTone(experiment.status) };
