// The run of an experiment as a bar on a week axis: solid where it ran, hollow where it is planned, with changes marked.
import type { WeekAxis } from "#console/foundation/charts/week-axis.tsx";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { andList } from "#console/foundation/ui/wording.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import type { ListEntry } from "./list-entry.ts";

/** Times in ms; `until` is the end of the bar, planned days included. Undefined if no start is known. */
export function runOf({ experiment, days }: ListEntry, now: number) {
  const { startTime, endTime, duration, healthChecks } = experiment;
  if (typeof startTime !== "number") return undefined;
  const planned = duration ? startTime + duration * 86_400_000 : undefined;
  const isAhead = !days;
  const done = isAhead ? startTime : typeof endTime === "number" && endTime <= now ? endTime : now;
  const target = days?.state === "ended" ? undefined : (days?.target ?? planned);
  const isPlanned = target !== undefined && target > done;
  const changes = healthChecks?.flatMap((check) => check.changes ?? []) ?? [];
  return { start: startTime, done, until: isPlanned ? target : done, isAhead, isPlanned, target, changes };
}
export type ExperimentRun = NonNullable<ReturnType<typeof runOf>>;

/** Returns "ended Nov 3", or "Dec 2" for a planned end. */
export const endText = ({ days }: ListEntry, { done, target }: ExperimentRun) =>
  days?.state === "ended"
    ? `ended ${formatDay(done)}`
    : target === undefined
      ? "no planned end"
      : formatDay(target);

/** Text alternative of the bar: "Day 19 of 28, Dec 2; changed underneath on Nov 20". */
export function runText(entry: ListEntry, run: ExperimentRun): string {
  const changed = run.changes.length
    ? `; changed underneath on ${andList(run.changes.map(({ time }) => formatDay(time)))}`
    : "";
  const begun = entry.days ? dayText(entry.days) : `starts ${formatDay(run.start)}`;
  return `${begun}, ${endText(entry, run)}${changed}`;
}

export function RunBar({ run, axis }: { run: ExperimentRun; axis: WeekAxis }) {
  const { start, done, until, isAhead, isPlanned, changes } = run;
  const bar = "absolute top-1/2 h-2 -translate-y-1/2";
  return (
    <>
      {isAhead || done < axis.start ? null : (
        <span
          className={`${bar} min-w-0.5 bg-neutral-mark`}
          style={{ left: axis.left(start), width: axis.width(start, done) }}
        />
      )}
      {isPlanned ? (
        <span
          className={`${bar} border-[1.25px] border-neutral-mark bg-surface ${isAhead ? "" : "border-l-0"}`}
          style={{ left: axis.left(done), width: axis.width(done, until) }}
        />
      ) : null}
      {start < axis.start ? (
        <span className="absolute top-1/2 right-full -translate-y-1/2 border-y-4 border-r-5 border-y-transparent border-r-neutral-mark" />
      ) : null}
      {changes
        .filter(({ time }) => time >= axis.start)
        .map(({ time }) => (
          <span
            key={time}
            className="absolute top-1/2 size-2.5 -translate-1/2 rotate-45 border-[1.5px] border-surface bg-warning"
            style={{ left: axis.left(time) }}
          />
        ))}
    </>
  );
}

const swatch = "inline-block h-2 w-3.5 border-[1.25px] border-neutral-mark";

export const RunLegend = () => (
  <p aria-hidden className="flex flex-wrap gap-x-4 text-12 text-text-muted">
    <span>
      <span className={`${swatch} bg-neutral-mark`} />
      <span className={`${swatch} mr-1.5 border-l-0`} />
      done, planned
    </span>
    <span>
      <span className="mr-2 inline-block size-2 rotate-45 bg-warning" />
      changed underneath
    </span>
  </p>
);
