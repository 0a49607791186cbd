// Ranges: the numbers, versions and times that a demand allows, in a comparable form.
import { dayOf, numberOf, timeOf } from "#targeting/evaluate/values.ts";
import { compareVersions, versionOf } from "#targeting/evaluate/versions.ts";
import type { Demand } from "./demand.ts";

type Measure = "number" | "version" | "time";

interface Edge {
  /** The parts of the value; a number or a time has a single part. */
  readonly at: readonly number[];
  readonly isOpen: boolean;
}

/** The values between two edges; an absent edge means no limit. */
interface Range {
  readonly measure: Measure;
  readonly low?: Edge;
  readonly high?: Edge;
}

const msPerDay = 86_400_000;
const closed = (at: number): Edge => ({ at: [at], isOpen: false });

const ofTime = new Set(["before", "after", "on"]);
const comparison = /^(version_)?(?:([gl])te?|eq)$/;

export function measureOf({ operator }: Demand): Measure | undefined {
  if (ofTime.has(operator)) return "time";
  const [found, version] = comparison.exec(operator) ?? [];
  return found === undefined || found === "eq" ? undefined : version ? "version" : "number";
}

/** Times are whole milliseconds, so "before" ends one millisecond earlier. */
function rangeOfTime(operator: string, time: number): Range {
  if (operator === "before") return { measure: "time", high: closed(time - 1) };
  if (operator === "after") return { measure: "time", low: closed(time + 1) };
  const start = dayOf(time) * msPerDay;
  return { measure: "time", low: closed(start), high: closed(start + msPerDay - 1) };
}

function readRange(demand: Demand): Range | undefined {
  const measure = measureOf(demand);
  const { operator, targets } = demand;
  const [target] = targets;
  if (!measure) return undefined;
  if (measure === "time") {
    const time = timeOf(target);
    return time === undefined ? undefined : rangeOfTime(operator, time);
  }
  const at = measure === "version" ? versionOf(target) : [numberOf(target) ?? NaN];
  if (!at || at.some(Number.isNaN)) return undefined;
  const edge = { at, isOpen: operator.endsWith("t") };
  const side = comparison.exec(operator)?.[2];
  return { measure, ...(side !== "l" && { low: edge }), ...(side !== "g" && { high: edge }) };
}

const ranges = new WeakMap<Demand, Range | undefined>();

/** Returns the cached range of a demand; undefined if the demand is not a comparison or its target cannot be parsed. */
export function rangeOf(demand: Demand): Range | undefined {
  if (!ranges.has(demand)) ranges.set(demand, readRange(demand));
  return ranges.get(demand);
}

/** Positive if the left edge excludes more values from below. */
function compareLows(left: Edge, right: Edge): number {
  return compareVersions(left.at, right.at) || Number(left.isOpen) - Number(right.isOpen);
}

/** Positive if the left edge allows more values from above. */
function compareHighs(left: Edge, right: Edge): number {
  return compareVersions(left.at, right.at) || Number(right.isOpen) - Number(left.isOpen);
}

/** True if no value lies in both ranges. */
export function areApart(left: Range, right: Range): boolean {
  const ends = (high: Edge | undefined, low: Edge | undefined) => {
    if (!high || !low) return false;
    const difference = compareVersions(high.at, low.at);
    return difference < 0 || (difference === 0 && (high.isOpen || low.isOpen));
  };
  return left.measure === right.measure && (ends(left.high, right.low) || ends(right.high, left.low));
}

/** Returns the values that lie in all of the ranges, which must have the same measure. */
export function intersectionOf(measure: Measure, all: readonly Range[]): Range {
  const low = all
    .flatMap((range) => range.low ?? [])
    .sort(compareLows)
    .at(-1);
  const high = all.flatMap((range) => range.high ?? []).sort(compareHighs)[0];
  return { measure, ...(low && { low }), ...(high && { high }) };
}

/** True if the outer range contains all of the inner one. */
export function isWithin(inner: Range, outer: Range): boolean {
  const { low, high } = outer;
  return (
    (!low || (inner.low !== undefined && compareLows(inner.low, low) >= 0)) &&
    (!high || (inner.high !== undefined && compareHighs(inner.high, high) <= 0))
  );
}
