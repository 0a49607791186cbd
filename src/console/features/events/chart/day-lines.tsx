// Lines at the begin of each day, behind the bars; none where the days are too many to tell apart, or bars are days themselves.
import { axisHeight } from "./chart-model.ts";

/** On a phone half of them. */
const mostDays = 31;

interface DayLinesProps {
  /** Bins in which a day begins. */
  days: readonly number[];
  bins: number;
  hasAxis: boolean;
}

export function DayLines({ days, bins, hasAxis }: DayLinesProps) {
  if (days.length > mostDays || days.length === bins) return null;
  const isDense = days.length > mostDays / 2;
  return days.map((bin) => (
    <span
      // Of another time it is drawn anew: it is not the one before, moved.
      key={`${bin} of ${bins}`}
      aria-hidden
      style={{ left: `${(bin / bins) * 100}%`, bottom: hasAxis ? axisHeight : 0 }}
      className={`absolute top-0 border-l border-border ${isDense ? "max-tablet:hidden" : ""}`}
    />
  ));
}
