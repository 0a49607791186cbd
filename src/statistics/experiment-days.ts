// Progress of an experiment in days, which determines whether its intervals may be acted on yet.

const dayLength = 86_400_000;

/** Fields that determine when an experiment runs; times in ms, duration in days. */
export interface Run {
  readonly status: string;
  readonly startTime?: number | null | undefined;
  readonly endTime?: number | null | undefined;
  readonly duration?: number | null | undefined;
}

/** Returns the progress of an experiment; undefined before the start. `now` in ms. */
export function experimentDays({ status, startTime, endTime, duration }: Run, now: number) {
  if (status === "setup" || typeof startTime !== "number" || startTime > now) return undefined;
  /** Planned duration in days. */
  const planned = duration && duration > 0 ? duration : undefined;
  const target = planned === undefined ? undefined : startTime + planned * dayLength;
  const isOpen = status === "active" || status === "assignment_stopped";
  const end = typeof endTime === "number" && endTime <= now ? endTime : undefined;
  const isRunning = isOpen && end === undefined;
  const last = end ?? now;
  const days = (last - startTime) / dayLength;
  const day = isRunning ? Math.floor(days) + 1 : Math.max(1, Math.round(days));
  const isPast = target !== undefined && last >= target;
  const state: "running" | "overdue" | "ended" = isRunning ? (isPast ? "overdue" : "running") : "ended";
  return {
    state,
    /** The current day, from 1; after the end, the number of days it ran. */
    day,
    planned,
    /** Remaining planned days after the current one: "day 19 of 28" has 9 left. */
    left: planned === undefined ? undefined : Math.max(0, planned - day),
    /** Planned end in ms. */
    target,
    /** Elapsed share of the planned duration, 0 to 1; undefined without one. */
    share: planned === undefined ? undefined : Math.min(1, day / planned),
    /** True if it ended before the planned end. */
    isShort: end !== undefined && target !== undefined && end < target,
  };
}

export type ExperimentDays = NonNullable<ReturnType<typeof experimentDays>>;
