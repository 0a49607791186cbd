// The days of an experiment, which decide whether its intervals may be acted on yet.

const dayLength = 86_400_000;

/** The fields of an experiment that say when it runs; times in ms, the duration in days. */
export interface Run {
  readonly status: string;
  readonly startTime?: number | null | undefined;
  readonly endTime?: number | null | undefined;
  readonly duration?: number | null | undefined;
}

/** Undefined before the start; `now` in ms. */
export function experimentDays({ status, startTime, endTime, duration }: Run, now: number) {
  if (status === "setup" || typeof startTime !== "number" || startTime > now) return undefined;
  /** Days. */
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
    /** The day under way, from 1; after the end the number of days it ran. */
    day,
    planned,
    /** Planned days after the one under way: "day 19 of 28" has 9 to go. */
    left: planned === undefined ? undefined : Math.max(0, planned - day),
    /** When the planned days are over, ms. */
    target,
    /** Done part, 0 to 1; undefined without a plan. */
    share: planned === undefined ? undefined : Math.min(1, day / planned),
    /** It ended before the planned days were over. */
    isShort: end !== undefined && target !== undefined && end < target,
  };
}

export type ExperimentDays = NonNullable<ReturnType<typeof experimentDays>>;
