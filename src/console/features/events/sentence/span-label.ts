import { formatMoment } from "#console/foundation/ui/instant-format.ts";
import { formatDays } from "#console/foundation/ui/time-format.ts";
import type { TimeSpan } from "./question.ts";

const isMidnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0) === moment;

/** Formats a span of whole days by its first and last day, any other by its two times. */
export const spanLabel = ({ from, to }: TimeSpan) =>
  isMidnight(from) && isMidnight(to)
    ? formatDays(from, to - 1)
    : `${formatMoment(from)} to ${formatMoment(to)}`;
