// The values of metrics over the last days, computed once for concurrent requests, and cached while nothing is logged and for a minute at
// least.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Metric } from "#contract/metric.ts";
import type { MetricDay, MetricDays, MetricDistribution, MetricPreview } from "#contract/metric-values.ts";
import { runningComputations } from "#service/analysis/cache/running-computations.ts";
import { eventNames, metricInput, type MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import type { Database } from "#service/database/database.ts";
import { logFingerprint } from "#service/database/logs.ts";
import { momentsOf } from "#statistics/moments.ts";
import { pairsWithZeros, ratioMoments, sumsOfX } from "#statistics/pair-moments.ts";
import { unitsNeeded } from "#statistics/power.ts";
import { definitionSql } from "./definition-sql.ts";
import { measureValues, type MeasuredValues, type Span } from "./measure-values.ts";

// Choice: values of a metric are cached while nothing is logged, and for at least a minute. Apps log all the time, and a trend of days changes little in a minute.
/** Milliseconds. */
const minute = 60_000;
const mostKept = 200;

interface Kept {
  values: MeasuredValues | undefined;
  span: Span;
  logged: string;
  computedTime: number;
}

/** The last UTC days, including that of `now`. */
export const lastDays = (days: number, now: number) => ({
  start: now - (now % day) - (days - 1) * day,
  end: now,
});

const isRate = ({ measure }: MetricInput) => measure === "ratio" || measure === "funnel";

export const unitTypeOf = (metric: Metric, asked: string | undefined) =>
  asked ?? metric.unitTypes?.[0] ?? "userID";

export function metricValues(database: Database) {
  const running = runningComputations<Kept>();
  const kept = new LRUCache<string, Kept>({ max: mostKept });

  /** `leaving` aborts when the client disconnects. */
  async function read(metric: Metric, span: Span, now: number, leaving: AbortSignal): Promise<Kept> {
    const input = metricInput(metric);
    if (!input) return { values: undefined, span, logged: "", computedTime: now };
    const { id: _id, ...definition } = input;
    const lastDay = span.end === now ? now - (now % day) : span.end;
    const key = createHash("sha256")
      .update(JSON.stringify([definition, span.unitType, span.start, lastDay]))
      .digest("hex");
    const logged = await logFingerprint(database, "", [...new Set(eventNames(metric))].sort());
    const known = kept.get(key);
    if (known && (known.logged === logged || now - known.computedTime < minute)) return known;
    return running.join(metric.id, `${key} ${logged}`, leaving, async ({ signal }) => {
      const values = await database.snapshot(
        (snapshot) => measureValues(snapshot, input, span, signal),
        signal,
      );
      const result = { values, span, logged, computedTime: now };
      kept.set(key, result);
      return result;
    });
  }
  return read;
}

const coveredBy = ({ span, computedTime, values }: Kept) => ({
  unitType: span.unitType,
  windowStart: span.start,
  windowEnd: span.end,
  computedTime,
  isSampled: (values?.scale ?? 1) > 1,
});

/** Every day of the span; a day without events has no value. */
function daysOf(metric: Metric, { values, span }: Kept): MetricDay[] {
  const input = metricInput(metric);
  const rows = new Map(values?.days.map((row) => [row.day, row]));
  return Array.from({ length: Math.floor((span.end - span.start) / day) + 1 }, (_, number) => {
    const { x, y, units, events } = rows.get(number) ?? { x: 0, y: 0, units: 0, events: 0 };
    const hasRate = input !== undefined && isRate(input);
    const rate = y > 0 ? x / y : null;
    return {
      time: span.start + number * day,
      value: events === 0 ? null : hasRate ? rate : x,
      numerator: x,
      denominator: hasRate ? y : null,
      units,
      events,
    };
  });
}

export const daysToApi = (metric: Metric, found: Kept): MetricDays => ({
  ...coveredBy(found),
  days: daysOf(metric, found),
});

export function distributionToApi(found: Kept): MetricDistribution {
  const { sums, spread, scale = 1 } = found.values ?? {};
  const scaled = (units: number) => Math.round(units * scale);
  const none = { least: null, most: null, percentiles: [], bins: [], cap: null };
  return {
    ...coveredBy(found),
    units: scaled(sums?.n ?? 0),
    ...none,
    ...spread,
    bins: (spread?.bins ?? []).map((bin) => ({ ...bin, units: scaled(bin.units) })),
  };
}

/** The significance level, and the change in percent, for which a preview states the number of units needed. */
const usualLevel = 0.05;
const smallChange = 2;

export function previewToApi(metric: Metric, found: Kept): MetricPreview {
  const { values } = found;
  const input = metricInput(metric);
  const withEvents = values?.sums.n ?? 0;
  const hasRate = input !== undefined && isRate(input);
  const scale = values?.scale ?? 1;
  const zeros = hasRate ? 0 : Math.max(0, Math.round((values?.seen ?? 0) / scale) - withEvents);
  const sums = values && pairsWithZeros(values.sums, zeros);
  const moments = sums && (hasRate ? ratioMoments(sums) : momentsOf(sumsOfX(sums)));
  const { n = 0, mean = 0, variance = 0 } = moments ?? {};
  const needed = unitsNeeded(usualLevel, (Math.abs(mean) * smallChange) / 100, variance, {
    control: 1,
    test: 1,
  });
  const days = daysOf(metric, found);
  return {
    ...coveredBy(found),
    days,
    distribution: distributionToApi(found),
    events: days.reduce((sum, { events }) => sum + events, 0),
    units: hasRate ? Math.round(n * scale) : (values?.seen ?? 0),
    unitsWithEvents: Math.round(withEvents * scale),
    mean: n > 0 ? mean : null,
    variance: n > 1 ? variance : null,
    need: { change: smallChange, units: Number.isFinite(needed) && needed > 0 ? Math.ceil(needed) : null },
    sql: definitionSql(metric) ?? "",
  };
}
