// Lines at the start of each day, behind the bars; none if the days are too many to tell apart, or if each bar is a day.
import { axisHeight } from "./chart-model.ts";

/** Maximum number of days; on a phone half of that. */
const mostDays = 31;

interface DayLinesProps {
  /** Bins in which a day starts. */
  days: readonly number[];
  bins: number;
  hasAxis: boolean;
}

export function DayLines({ days, bins, hasAxis }: DayLinesProps) {
  if (days.length > mostDays || days.length === bins) return null;
  const isDense = days.length > mostDays / 2;
  return days.map((bin) => (
    <span
      // The key creates a new element for another time scale, so that the line does not count as moved.
      key={`${bin} of ${bins}`}
      aria-hidden
      style={{ left: `${(bin / bins) * 100}%`, bottom: hasAxis ? axisHeight : 0 }}
      className={`absolute top-0 border-l border-border ${isDense ? "max-tablet:hidden" : ""}`}
    />
  ));
}
