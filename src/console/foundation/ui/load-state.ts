// The result of a warehouse load, in words.
import type { PulseLoad } from "#contract/pulse-load.ts";
import type { StatusTone } from "./status.tsx";

const states: Readonly<Record<string, { tone: StatusTone; text: string }>> = {
  success: { tone: "live", text: "Loaded" },
  partial_failure: { tone: "warning", text: "Loaded in part" },
  failure: { tone: "danger", text: "Failed" },
  timeout: { tone: "danger", text: "Took too long" },
  cancelled: { tone: "off", text: "Stopped by hand" },
};

/** Returns the tone and the words for a load. */
export const loadState = ({ finishedState }: Pick<PulseLoad, "finishedState">) =>
  finishedState === null
    ? ({ tone: "finished", text: "Under way" } as const)
    : (states[finishedState] ?? ({ tone: "off", text: finishedState } as const));
