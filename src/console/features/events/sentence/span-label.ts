import { formatMoment } from "#console/foundation/ui/instant-format.ts";
import { formatDays } from "#console/foundation/ui/time-format.ts";

const isMidnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0) === moment;

interface TimeSpan {
  from: number;
  to: number;
}

/** A time in ms, whose end does not belong to it; whole days by the first and the last of them. */
export const spanLabel = ({ from, to }: TimeSpan) =>
  isMidnight(from) && isMidnight(to)
    ? formatDays(from, to - 1)
    : `${formatMoment(from)} to ${formatMoment(to)}`;
