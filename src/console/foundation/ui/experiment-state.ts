// States of experiments in words.
import type { StatusTone } from "./status.tsx";

const labels: Readonly<Record<string, string>> = {
  setup: "Setup",
  active: "Running",
  decision_made: "Decided",
  abandoned: "Abandoned",
  archived: "Archived",
  experiment_stopped: "Stopped",
  assignment_stopped: "Assignment stopped",
};

/** A state that is not known is shown as it is. */
export const experimentState = (status: string) => labels[status] ?? status;

export const experimentTone = (status: string): StatusTone =>
  status === "active" ? "live" : status === "setup" ? "off" : "finished";
