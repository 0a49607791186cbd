// Converts stored metric sources to the tables that metrics are measured from, by event.
import { formulaProblem, plainSource } from "#contract/source-text.ts";
import type { Metric, MetricCriterion } from "#contract/metric.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { MetricSource } from "#contract/warehouse-source.ts";
import { metricInput } from "#service/analysis/plan/metric-inputs.ts";
import { hasEvent, sourceOfEvent } from "./metrics-of-source.ts";
import type { MetricTable } from "./source-tables.ts";
import { columnOf, quotedList, tableOf, type Request } from "./table-of-source.ts";

/** Returns the metadata keys that a metric and the experiment read from an event. */
function keysOf(metric: Metric, event: string, { experiment }: Request): Set<string> {
  const steps = metric.funnelEventList ?? [];
  const entries = [...(metric.metricEvents ?? []), ...steps.map((step) => ({ ...step, metadataKey: null }))];
  const criterionKey = ({ type, column }: MetricCriterion) => (type === "metadata" && column ? [column] : []);
  const asked = entries
    .filter(({ name }) => name === event)
    .flatMap(({ type, metadataKey, criteria }) => [
      ...(type === "metadata" && metadataKey ? [metadataKey] : []),
      ...(criteria ?? []).flatMap(criterionKey),
    ]);
  const dimensions = (experiment.dimensions ?? []).filter(({ type }) => type === "event");
  return new Set([...asked, ...dimensions.map(({ key }) => key)]);
}

const needsNumber = (metric: Metric, event: string) =>
  (metric.metricEvents ?? []).some(
    ({ name, type, criteria }) =>
      name === event && (type === "value" || (criteria ?? []).some((one) => one.type === "value")),
  );

/** Adds formulas as columns of the source's SQL, so that metrics and slices read them like any other column. */
export function withFormulas(
  sql: string,
  source: MetricSource,
  { provider, missing }: Pick<Request, "provider" | "missing">,
): string {
  const formulas = source.customFieldMapping ?? [];
  if (formulas.length === 0 || sql === "") return sql;
  for (const { key, formula } of formulas) {
    const problem = formulaProblem(formula, provider);
    if (!problem) continue;
    missing.push({
      kind: "metric_source",
      id: source.name,
      property: "customFieldMapping",
      sentence: `The formula of '${key}' in the source '${source.name}' cannot be used: ${problem}.`,
    });
    return sql;
  }
  const columns = formulas.map(({ key, formula }) => `(${plainFormula(formula, provider)}) as ${key}`);
  return `select s.*, ${columns.join(", ")} from (\n${sql}\n) s`;
}

const plainFormula = (formula: string, provider: WarehouseProvider) =>
  plainSource(`select ${formula}`, provider).slice("select ".length);

/** Returns the tables of the sources that metrics read, each with the columns of all keys that are read from it. */
export function metricTables(
  metrics: readonly Metric[],
  sources: readonly MetricSource[],
  request: Request,
): Map<string, MetricTable> {
  const { missing } = request;
  const sourceOf = new Map<string, { source: MetricSource; metric: Metric }>();
  const keys = new Map<MetricSource, Set<string>>();
  for (const metric of metrics) {
    const miss = (sentence: string, property = "warehouseNative") =>
      void missing.push({ kind: "metric", id: metric.id, property, sentence });
    for (const event of eventsOf(metric)) {
      const found = sourceOfEvent(metric, event, sources);
      if ("missing" in found) {
        miss(sentences[found.missing](metric, event, found.of));
        continue;
      }
      const { source } = found;
      const before = sourceOf.get(event);
      if (before && before.source !== source)
        miss(
          `The metrics '${before.metric.name}' and '${metric.name}' read the event '${event}' from two sources, '${before.source.name}' and '${source.name}'; it can only be read from one.`,
        );
      if (!source.eventColumn && !hasEvent(source, event))
        miss(
          `Each row of the source '${source.name}' is the event '${source.name}', since it has no column of event names; the metric '${metric.name}' counts '${event}'.`,
        );
      if (needsNumber(metric, event) && !source.valueColumn)
        missing.push({
          kind: "metric_source",
          id: source.name,
          property: "valueColumn",
          sentence: `The metric '${metric.name}' reads the number of '${event}', and the source '${source.name}' does not say which column holds it.`,
        });
      sourceOf.set(event, { source, metric });
      const all = keys.get(source) ?? new Set();
      for (const key of keysOf(metric, event, request)) all.add(key);
      keys.set(source, all);
    }
  }
  const tables = new Map(
    [...keys].map(([source, asked]) => [source, metricTable(source, asked, request)] as const),
  );
  return new Map(
    [...sourceOf].flatMap(([event, { source }]) => {
      const table = tables.get(source);
      return table ? [[event, table] as const] : [];
    }),
  );
}

function metricTable(source: MetricSource, asked: ReadonlySet<string>, request: Request): MetricTable {
  const table = tableOf(source, "metric_source", request);
  const fieldColumns: Record<string, string> = {};
  const formulas = new Set((source.customFieldMapping ?? []).map(({ key }) => key));
  for (const key of asked) {
    // If the columns of a source are unknown, a key that is not a JSON field is assumed to be a column.
    const column =
      formulas.has(key) || !source.columns?.length
        ? formulas.has(key) || !source.fieldsColumn
          ? key
          : undefined
        : columnOf(source, key);
    if (column !== undefined) fieldColumns[key] = column;
    else if (!source.fieldsColumn)
      request.missing.push({
        kind: "metric_source",
        id: source.name,
        property: "fieldsColumn",
        sentence: `The source '${source.name}' has no column '${key}', which a metric or a dimension reads. It has ${quotedList((source.columns ?? []).map(({ name }) => name))}.`,
      });
  }
  return {
    ...table,
    sql: withFormulas(table.sql, source, request),
    eventColumn: source.eventColumn || null,
    valueColumn: source.valueColumn || null,
    fieldColumns,
    fieldsColumn: source.fieldsColumn || null,
  };
}

type Reason = Extract<ReturnType<typeof sourceOfEvent>, { missing: string }>["missing"];
type Sentence = (metric: Metric, event: string, of: readonly string[]) => string;
const sentences: Readonly<Record<Reason, Sentence>> = {
  named: (metric, _event, [name = ""]) =>
    `The metric '${metric.name}' names the metric source '${name}', and there is none of that name.`,
  none: () => "There is no metric source yet: add one for the table that the events stand in.",
  "one with it": (metric, event) =>
    `No metric source has the event '${event}', which the metric '${metric.name}' counts. Name its source in the metric.`,
  "which of several": (metric, event, of) =>
    `Several metric sources have the event '${event}', which the metric '${metric.name}' counts: ${quotedList(of)}. Name its source in the metric.`,
};

/** Returns the names of the events that a metric is computed from; empty if the metric is not computed here. */
function eventsOf(metric: Metric): string[] {
  if (!metricInput(metric)) return [];
  const entries = metric.type === "funnel" ? metric.funnelEventList : metric.metricEvents;
  const names = entries?.length ? entries.map(({ name }) => name) : (metric.lineage?.events ?? []);
  return [...new Set(names)];
}
