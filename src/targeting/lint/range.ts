// Numbers, versions and times that a demand lets through, as a span that can be compared with another one.
import { compareVersions, dayOf, numberOf, timeOf, versionOf } from "#targeting/evaluate/values.ts";
import type { Demand } from "./demand.ts";

type Measure = "number" | "version" | "time";

interface Edge {
  /** A number or a time is a list of one. */
  readonly at: readonly number[];
  readonly isOpen: boolean;
}

/** From the low edge to the high one; an absent edge is no limit. */
export interface Range {
  readonly measure: Measure;
  readonly low?: Edge;
  readonly high?: Edge;
}

const msPerDay = 86_400_000;
const closed = (at: number): Edge => ({ at: [at], isOpen: false });

const isOver = new Set(["gt", "gte", "version_gt", "version_gte"]);
const isOpenEdge = new Set(["gt", "lt", "version_gt", "version_lt"]);

const measures: ReadonlyMap<string, Measure> = new Map([
  ...["gt", "gte", "lt", "lte"].map((operator) => [operator, "number"] as const),
  ...["version_gt", "version_gte", "version_lt", "version_lte", "version_eq"].map(
    (operator) => [operator, "version"] as const,
  ),
  ...["before", "after", "on"].map((operator) => [operator, "time"] as const),
]);

export const measureOf = ({ operator }: Demand): Measure | undefined => measures.get(operator);

/** Times are whole milliseconds, so "before" ends one millisecond earlier. */
function rangeOfTime(operator: string, time: number): Range {
  if (operator === "before") return { measure: "time", high: closed(time - 1) };
  if (operator === "after") return { measure: "time", low: closed(time + 1) };
  const start = dayOf(time) * msPerDay;
  return { measure: "time", low: closed(start), high: closed(start + msPerDay - 1) };
}

function readRange({ operator, targets: [target] }: Demand): Range | undefined {
  const measure = measures.get(operator);
  if (!measure) return undefined;
  if (measure === "time") {
    const time = timeOf(target);
    return time === undefined ? undefined : rangeOfTime(operator, time);
  }
  const number = numberOf(target);
  const at = measure === "version" ? versionOf(target) : number === undefined ? undefined : [number];
  if (!at) return undefined;
  const edge = { at, isOpen: isOpenEdge.has(operator) };
  if (operator === "version_eq") return { measure, low: edge, high: edge };
  return isOver.has(operator) ? { measure, low: edge } : { measure, high: edge };
}

const ranges = new WeakMap<Demand, Range | undefined>();

/** The span of a demand that compares; undefined where it does not, or its target cannot be read. Read once. */
export function rangeOf(demand: Demand): Range | undefined {
  if (!ranges.has(demand)) ranges.set(demand, readRange(demand));
  return ranges.get(demand);
}

/** Above 0 where the left edge leaves out more from below. */
function compareLows(left: Edge, right: Edge): number {
  return compareVersions(left.at, right.at) || Number(left.isOpen) - Number(right.isOpen);
}

/** Above 0 where the left edge lets through more from above. */
function compareHighs(left: Edge, right: Edge): number {
  return compareVersions(left.at, right.at) || Number(right.isOpen) - Number(left.isOpen);
}

/** Whether no value lies in both spans. */
export function areApart(left: Range, right: Range): boolean {
  const ends = (high: Edge | undefined, low: Edge | undefined) => {
    if (!high || !low) return false;
    const difference = compareVersions(high.at, low.at);
    return difference < 0 || (difference === 0 && (high.isOpen || low.isOpen));
  };
  return left.measure === right.measure && (ends(left.high, right.low) || ends(right.high, left.low));
}

/** What lies in every one of the spans, which are of one measure. */
export function intersectionOf(measure: Measure, ranges: readonly Range[]): Range {
  const lows = ranges.flatMap(({ low }) => low ?? []).sort(compareLows);
  const highs = ranges.flatMap(({ high }) => high ?? []).sort(compareHighs);
  const [low, high] = [lows.at(-1), highs[0]];
  return { measure, ...(low && { low }), ...(high && { high }) };
}

/** Whether the outer span holds all of the inner one. */
export function isWithin(inner: Range, outer: Range): boolean {
  const { low, high } = outer;
  return (
    (!low || (inner.low !== undefined && compareLows(inner.low, low) >= 0)) &&
    (!high || (inner.high !== undefined && compareHighs(inner.high, high) <= 0))
  );
}
