// Experiments in words: state, progress, groups.
import type { Experiment } from "#contract/experiment.ts";
import type { StatusTone } from "#console/foundation/ui/status.tsx";

export const statusTone = (status: string): StatusTone => {
  if (status === "active") return "live";
  return status === "setup" ? "off" : "finished";
};

const day = 86_400_000;

/** The day of a running experiment, from 1, and how many are planned. */
export function progressOf({ status, startTime, duration }: Experiment, now = Date.now()) {
  if (status !== "active" || !startTime) return undefined;
  const current = Math.floor((now - startTime) / day) + 1;
  return {
    day: current,
    of: duration ?? undefined,
    daysLeft: duration ? Math.max(0, duration - current) : undefined,
  };
}

/** "80/20", "33/33/33" */
export const allocationText = (groups: Experiment["groups"]) =>
  groups.map((group) => String(Math.round(group.size * 100) / 100)).join("/");

/** "users" for user IDs, "stableID units" for others. */
export const unitNoun = (idType: string | null | undefined) =>
  !idType || idType.toLowerCase() === "userid" ? "users" : `${idType} units`;
