// Interprets a result: whether its intervals exclude 0, and whether the change is desirable.

export interface Result {
  readonly directionality: string;
  readonly absoluteChange?: number | undefined;
  /** Margin of the fixed interval. */
  readonly confidenceIntervalDelta?: number | undefined;
  /** Margin of the sequential interval, which takes precedence if present. */
  readonly sequentialTestingConfidenceIntervalDelta?: number | undefined;
  /** The same values in percent; absent if the control mean does not allow them. */
  readonly percentChange?: number | undefined;
  readonly percentConfidenceIntervalDelta?: number | undefined;
  readonly percentSequentialTestingConfidenceIntervalDelta?: number | undefined;
}

/** Returns the distance of a change from 0 as a multiple of the interval's margin; undefined without an interval. */
export function distanceFromZero({
  absoluteChange,
  confidenceIntervalDelta: fixed,
  sequentialTestingConfidenceIntervalDelta: margin = fixed,
}: Result): number | undefined {
  if (absoluteChange === undefined || margin === undefined) return undefined;
  return absoluteChange === 0 ? 0 : absoluteChange / margin;
}

/** Returns "better" or "worse" if both the absolute and the percent interval exclude 0, depending on the metric's direction. Undefined
 *  without an interval, and for a clear change of a metric of unknown direction. */
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
