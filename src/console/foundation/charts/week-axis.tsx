// A time axis of whole weeks on which items are placed by date. It is built from boxes, so that a row can be a link.
import type { ReactNode } from "react";
import { formatDay } from "#console/foundation/ui/time-format.ts";

const week = 604_800_000;

/** Returns midnight, in ms, of the Monday of the week of `time`, or of the Monday that many weeks before it. */
export function mondayOf(time: number, weeksBefore = 0): number {
  const monday = new Date(time);
  monday.setHours(0, 0, 0, 0);
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7) - 7 * weeksBefore);
  return monday.getTime();
}

/** Returns an axis of whole weeks from a Monday on (`start`, in ms), with all its Mondays. */
export function weekAxis(start: number, weeks: number) {
  const end = start + weeks * week;
  const share = (time: number) => Math.max(0, Math.min(1, (time - start) / (end - start)));
  return {
    start,
    end,
    mondays: Array.from({ length: weeks }, (_, index) => start + index * week),
    share,
    left: (time: number) => `${(100 * share(time)).toFixed(2)}%`,
    width: (from: number, to: number) => `${(100 * Math.max(0, share(to) - share(from))).toFixed(2)}%`,
  };
}
export type WeekAxis = ReturnType<typeof weekAxis>;

interface AxisProps {
  axis: WeekAxis;
  /** ms */
  now: number;
}

const isWithin = ({ axis, now }: AxisProps) => now >= axis.start && now <= axis.end;

/** Maximum number of labels in one row, on a desktop and on a phone. */
const [most, mostOnPhone] = [9, 3];

/** The labels of Mondays and of today, as many as fit. */
export function WeekNames({ axis, now }: AxisProps) {
  const hasToday = isWithin({ axis, now });
  const today = axis.share(now);
  const step = Math.ceil(axis.mondays.length / most);
  const phoneStep = step * Math.ceil(axis.mondays.length / step / mostOnPhone);
  /**
   * Hides the labels next to today's, more of them on a phone. A label begins at its Monday, so one before today needs more
   * room.
   */
  const leavesOut = (time: number) => {
    const after = hasToday ? axis.share(time) - today : 1;
    const apart = after < 0 ? -after / 2 : after;
    return apart < 0.07 ? "invisible" : apart < 0.13 ? "max-tablet:invisible" : "";
  };
  return (
    <div aria-hidden className="figures relative h-6 text-11 text-text-muted">
      {axis.mondays.map((time, index) =>
        index % step === 0 && axis.share(time) < 0.93 ? (
          <span
            key={time}
            className={`absolute top-1 whitespace-nowrap ${leavesOut(time)} ${index % phoneStep === 0 ? "" : "max-tablet:hidden"}`}
            style={{ left: axis.left(time) }}
          >
            {formatDay(time)}
          </span>
        ) : null,
      )}
      {hasToday ? (
        <span
          className={`absolute top-1 font-medium whitespace-nowrap text-text ${today > 0.9 ? "-translate-x-full" : today < 0.1 ? "" : "-translate-x-1/2"}`}
          style={{ left: axis.left(now) }}
        >
          Today, {formatDay(now)}
        </span>
      ) : null}
    </div>
  );
}

/** The track of one row, with the lines of weeks and of today behind its content. */
export const WeekTrack = ({ axis, now, children }: AxisProps & { children: ReactNode }) => (
  <div aria-hidden className="relative h-6.5">
    {axis.mondays.map((time) => (
      <span key={time} className="absolute inset-y-0 w-px bg-border" style={{ left: axis.left(time) }} />
    ))}
    {isWithin({ axis, now }) ? (
      <span className="absolute inset-y-0 w-px bg-text" style={{ left: axis.left(now) }} />
    ) : null}
    {children}
  </div>
);
