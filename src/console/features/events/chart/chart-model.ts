// The data of the chart of counts over time: names and changes of the series, bins under a drag, marks by bin. Pure.
import type { EventCounts, EventSeries } from "#contract/event-answers.ts";
import { percentText } from "#console/foundation/ui/wording.ts";
import type { TimeSpan } from "#console/features/events/sentence/question.ts";

/** Height below and above a plot, in px. */
export const axisHeight = 20;
export const plotTop = 4;

const day = 86_400_000;
/** Shares of a rise or fall that are described as all, and as most, of it. */
const allOf = 0.95;
const mostOf = 0.6;

export function seriesName({ kind, value }: EventSeries): string {
  if (kind === "all") return "All";
  if (kind === "others") return "Others";
  return value ?? "None";
}

/** The change compared with the previous period; undefined if there is nothing to compare with. */
export function changeText({ total, totalBefore }: EventSeries): string | undefined {
  if (totalBefore === null) return undefined;
  if (totalBefore === 0) return total === 0 ? percentText(0) : "new";
  const change = ((total - totalBefore) / totalBefore) * 100;
  const size = percentText(Number(Math.abs(change).toFixed(1)));
  return `${change >= 0.05 ? "+" : change <= -0.05 ? "\u2212" : ""}${size}`;
}

/**
 * Returns the series that accounts for most of the overall rise or fall; undefined if none does, if there is only one, or if
 * the log begins within the period.
 */
export function mainChange({ series }: Pick<EventCounts, "series">) {
  const [all, ...parts] = series;
  if (!all || all.totalBefore === null || unloggedBefore({ series }) > 0) return undefined;
  const difference = all.total - all.totalBefore;
  if (difference === 0 || parts.length < 2) return undefined;
  const shareOf = ({ total, totalBefore }: EventSeries) => (total - (totalBefore ?? 0)) / difference;
  const values = parts.filter(({ kind }) => kind === "value");
  const main = values
    .toSorted((left, right) => shareOf(right) - shareOf(left))
    .find((one) => shareOf(one) >= mostOf);
  return (
    main && {
      series: main,
      name: main.value ?? "without a value",
      part: shareOf(main) >= allOf ? "All" : "Most",
      change: difference > 0 ? "rise" : "fall",
    }
  );
}

/** Number of bins at the start of the previous period in which nothing was logged; 0 if that is only a small part of it. */
export function unloggedBefore({ series }: Pick<EventCounts, "series">): number {
  const before = series[0]?.before ?? [];
  const first = before.findIndex((count) => count > 0);
  return first >= before.length / 5 ? first : 0;
}

interface Plotted {
  readonly counts: readonly number[];
  readonly before: readonly number[] | null;
}

/** The upper end of a series' plot. */
export const highest = ({ counts, before }: Plotted) => Math.max(1, ...counts, ...(before ?? []));

/** Returns up to three round numbers below the highest bar, for the grid lines. */
export function scaleOf(most: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  const step = [0.5, 1, 2, 5].map((part) => Math.max(1, part * size)).find((one) => most / one < 4) ?? size;
  return [step, 2 * step, 3 * step].filter((one) => one <= most);
}

/** Returns the bins in which a day starts in local time, for an axis of 2 to 300 days; undefined for other lengths. */
export function dayTicks({ times, from, to }: Pick<EventCounts, "times" | "from" | "to">) {
  if (to - from < 2 * day || to - from > 300 * day) return undefined;
  const dates = times.map((time) => new Date(Math.max(time, from)).toDateString());
  return dates.flatMap((date, bin) => (date === dates[bin - 1] ? [] : [bin]));
}

/** Selected bins by index, both ends included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export const spanOf = (from: number, to: number): Span => ({
  first: Math.min(from, to),
  last: Math.max(from, to),
});

/** Returns the bin at a position from 0 (left) to 1 (right). */
export const binAt = (share: number, bins: number) =>
  Math.min(Math.max(Math.floor(share * bins), 0), Math.max(bins - 1, 0));

/** Returns the time span of these bins in ms, limited to the requested period. */
export function timesOf({ first, last }: Span, { times, width, from, to }: EventCounts) {
  const [begin = from, end = to] = [times[first], times[last]];
  return { from: Math.max(begin, from), to: Math.min(end + width, to) };
}

/** Returns the bins that a time span overlaps; undefined if it lies outside the chart. */
export function spanOfTime(time: TimeSpan, { times, width }: Pick<EventCounts, "times" | "width">) {
  const first = times.findIndex((begin) => time.from < begin + width && time.to > begin);
  return first < 0 ? undefined : { first, last: times.findLastIndex((begin) => time.to > begin) };
}

/** Bins being selected: `anchor` is fixed while `head` moves. */
export interface DraggedSpan extends Span {
  readonly anchor: number;
  readonly head: number;
}

/**
 * Starts a drag at a position from 0 to 1: within `reach` of an end of the selection it moves that end, elsewhere it starts
 * a new selection.
 */
export function draggedFrom(share: number, bins: number, chosen: Span | undefined, reach: number) {
  const bin = binAt(share, bins);
  if (chosen) {
    const [start, end] = [chosen.first / bins, (chosen.last + 1) / bins].map((edge) =>
      Math.abs(share - edge),
    );
    const nearest = Math.min(start ?? 1, end ?? 1);
    if (nearest <= reach)
      return nearest === end
        ? { ...chosen, anchor: chosen.first, head: chosen.last }
        : { ...chosen, anchor: chosen.last, head: chosen.first };
  }
  return { ...spanOf(bin, bin), anchor: bin, head: bin };
}

/** Returns the selection after an arrow key; with Shift, one end is kept. */
export function movedSpan(span: DraggedSpan, step: number, bins: number, isExtending: boolean) {
  const head = Math.min(Math.max(span.head + step, 0), bins - 1);
  const anchor = isExtending ? span.anchor : head;
  return { ...spanOf(anchor, head), anchor, head };
}

/** One save of a gate, config or experiment. */
export interface ChangeMark {
  readonly time: number;
  readonly name: string;
  /** The change in words. */
  readonly text: string;
}

/** Groups the changes by bin index, from left to right. */
export function marksByBin(marks: readonly ChangeMark[], { times, width, from, to }: EventCounts) {
  const found = new Map<number, ChangeMark[]>();
  for (const mark of marks) {
    const { time } = mark;
    if (time < from || time >= to) continue;
    const bin = times.findIndex((begin) => time >= begin && time < begin + width);
    if (bin >= 0) found.set(bin, [...(found.get(bin) ?? []), mark]);
  }
  return new Map([...found].sort(([left], [right]) => left - right));
}

export const markText = ({ name, text }: ChangeMark) => `${name}: ${text}`;

/** Maximum number of changes that are described; of more, only the names are listed. */
const mostDescribedChanges = 3;

export const changesText = (marks: readonly ChangeMark[]) =>
  marks.length > mostDescribedChanges
    ? [...new Set(marks.map(({ name }) => name))].join(", ")
    : marks.map(markText).join("; ");

/** Minimum share of the width for a label beside a line. */
const minimumLabelShare = 0.25;

/**
 * Returns the space for the label of each line, given as shares of the width: to the right of the line, or else to its left;
 * undefined if another label occupies both.
 */
export function labelRooms(
  lines: readonly number[],
): ({ side: "left" | "right"; room: number } | undefined)[] {
  let taken = 0;
  return lines.map((at, index) => {
    const [before, after] = [at - taken, (lines[index + 1] ?? 1) - at];
    const [side, free] =
      after >= minimumLabelShare ? (["right", after] as const) : (["left", before] as const);
    if (free < minimumLabelShare) return undefined;
    taken = side === "right" ? at + free : at;
    return { side, room: free };
  });
}
