// Determines which metric source the events of a metric are read from. Pure.
import type { Metric } from "#contract/metric.ts";
import type { MetricSource } from "#contract/warehouse-source.ts";
import { eventNames } from "#service/analysis/plan/metric-inputs.ts";

type Named = Pick<MetricSource, "name" | "eventColumn" | "eventNames">;

/** Without a column of event names, every row of a source is an event named like the source. */
export const hasEvent = ({ name, eventColumn, eventNames: names }: Named, event: string) =>
  eventColumn ? (names ?? []).includes(event) : name === event;

/** Choice: an event of a metric is read from the source that the metric names, else from the only one, else from the one that lists the event, else from the only one with a column of event names: new events appear after a source was written. */
export function sourceOfEvent<Source extends Named>(
  metric: Pick<Metric, "warehouseNative">,
  event: string,
  sources: readonly Source[],
): { source: Source } | { missing: "named" | "none" | "one with it" | "which of several"; of: string[] } {
  const own = metric.warehouseNative?.metricSourceName;
  if (own) {
    const source = sources.find(({ name }) => name === own);
    return source ? { source } : { missing: "named", of: [own] };
  }
  const [only, ...others] = sources;
  if (!only) return { missing: "none", of: [] };
  if (others.length === 0) return { source: only };
  const known = sources.filter((source) => hasEvent(source, event));
  const [first, ...more] = known.length > 0 ? known : sources.filter(({ eventColumn }) => eventColumn);
  if (!first || (known.length === 0 && more.length > 0)) return { missing: "one with it", of: [] };
  return more.length === 0
    ? { source: first }
    : { missing: "which of several", of: [first, ...more].map(({ name }) => name) };
}

/** Returns the metrics that read a source, in the order given. */
export const metricsOfSource = (
  metrics: readonly Metric[],
  sources: readonly Named[],
  name: string,
): Metric[] =>
  metrics.filter((metric) =>
    eventNames(metric).some((event) => {
      const found = sourceOfEvent(metric, event, sources);
      return "source" in found && found.source.name === name;
    }),
  );
