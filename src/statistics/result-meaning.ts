// The meaning of a result: whether its intervals leave out 0, and whether its change is a good one.

export interface Result {
  readonly directionality: string;
  readonly absoluteChange?: number | undefined;
  /** Margin of the fixed interval. */
  readonly confidenceIntervalDelta?: number | undefined;
  /** Margin of the sequential interval, which decides where it is given. */
  readonly sequentialTestingConfidenceIntervalDelta?: number | undefined;
  /** The same in percent; absent where the control mean allows none. */
  readonly percentChange?: number | undefined;
  readonly percentConfidenceIntervalDelta?: number | undefined;
  readonly percentSequentialTestingConfidenceIntervalDelta?: number | undefined;
}

/** Half widths of its interval by which a change is away from 0; undefined without an interval. */
export function distanceFromZero({
  absoluteChange,
  confidenceIntervalDelta: fixed,
  sequentialTestingConfidenceIntervalDelta: margin = fixed,
}: Result): number | undefined {
  if (absoluteChange === undefined || margin === undefined) return undefined;
  return absoluteChange === 0 ? 0 : absoluteChange / margin;
}

/** Clear where the absolute interval and the one in percent leave out 0; the direction says what is good. Undefined without an
 *  interval, and for a clear change of a metric whose direction is not known. */
export function resultOf(metric: Result): "better" | "worse" | "inconclusive" | undefined {
  const distance = distanceFromZero(metric);
  if (distance === undefined) return undefined;
  const inPercent = distanceFromZero({
    directionality: metric.directionality,
    absoluteChange: metric.percentChange,
    confidenceIntervalDelta: metric.percentConfidenceIntervalDelta,
    sequentialTestingConfidenceIntervalDelta: metric.percentSequentialTestingConfidenceIntervalDelta,
  });
  if (Math.abs(distance) <= 1 || Math.abs(inPercent ?? distance) <= 1) return "inconclusive";
  if (metric.directionality === "increase") return distance > 0 ? "better" : "worse";
  if (metric.directionality === "decrease") return distance < 0 ? "better" : "worse";
  return undefined;
}
