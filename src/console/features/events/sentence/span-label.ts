import { formatMoment } from "#console/foundation/ui/instant-format.ts";
import { formatDays } from "#console/foundation/ui/time-format.ts";
import type { TimeSpan } from "./question.ts";

const isMidnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0) === moment;

/** Whole days by the first and the last of them. */
export const spanLabel = ({ from, to }: TimeSpan) =>
  isMidnight(from) && isMidnight(to)
    ? formatDays(from, to - 1)
    : `${formatMoment(from)} to ${formatMoment(to)}`;
