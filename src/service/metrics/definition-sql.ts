// Describes the definition of a metric as a query for people to read: it shows what is counted, not how it is computed here. Pure.
import type { Metric, MetricCriterion, MetricEvent } from "#contract/metric.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const field = (key: string) => `metadata->>${quoted(key)}`;

function criterionText({ type, column, condition, values, nullVacuousOverride }: MetricCriterion): string {
  const part = type === "value" ? "value" : field(column ?? "");
  const given = values ?? [];
  const [first = ""] = given;
  const list = `(${given.map(quoted).join(", ")})`;
  const likes = given.map((value) => `${part} like ${quoted(`%${value}%`)}`).join(" or ");
  const isNegative = condition === "not_in" || condition === "not_contains";
  const met = {
    in: `${part} in ${list}`,
    not_in: `${part} not in ${list}`,
    "=": `${part} = ${quoted(first)}`,
    contains: `(${likes})`,
    not_contains: `not (${likes})`,
    is_null: `${part} is null`,
    non_null: `${part} is not null`,
  }[condition];
  const text = met ?? `cast(${part} as double) ${condition} ${first.trim()}`;
  const withoutPart = nullVacuousOverride ?? isNegative;
  return withoutPart && condition !== "is_null" ? `(${part} is null or ${text})` : text;
}

type Source = Pick<MetricEvent, "name" | "criteria">;

const sourceText = ({ name, criteria }: Source) =>
  [`event = ${quoted(name)}`, ...(criteria ?? []).map(criterionText)].join(" and ");

const anyOf = (sources: readonly Source[]) =>
  sources.length === 1
    ? sources.map(sourceText).join("")
    : sources.map((one) => `(${sourceText(one)})`).join("\n   or ");

const numberText = ({ type, metadataKey }: MetricEvent) =>
  type === "metadata" ? `cast(${field(metadataKey ?? "")} as double)` : "cast(value as double)";

/** The number of an entry's events, or the sum of their values. */
const amountText = (entry: MetricEvent) =>
  entry.type === "count"
    ? `count(*) filter (where ${sourceText(entry)})`
    : `sum(${numberText(entry)}) filter (where ${sourceText(entry)})`;

const perUnit = (value: string, where: string) =>
  `select unit, ${value} as value\nfrom events\nwhere ${where}\ngroup by unit`;

function funnelText({ funnelEventList, funnelCountDistinct }: Metric): string {
  const steps = funnelEventList ?? [];
  const columns = ["unit", "day"];
  const tables = steps.map((step, index) => {
    const from = index === 0 ? "events" : `events join step_${index} using (unit, day)`;
    const after = index === 0 ? "" : ` and time >= reached_${index}`;
    return `step_${index + 1} as (\n  select ${columns.join(", ")}, min(time) as reached_${index + 1}, count(*) as events\n  from ${from}\n  where ${sourceText(step)}${after}\n  group by unit, day\n)`;
  });
  const counted = funnelCountDistinct === "events" ? "sum(events)" : "count(*)";
  return `with ${tables.join(",\n")}\nselect (select ${counted} from step_${steps.length}) / (select ${counted} from step_1) as value`;
}

export function definitionSql(metric: Metric): string | null {
  const entries: MetricEvent[] = metric.metricEvents?.length
    ? metric.metricEvents
    : (metric.lineage?.events ?? []).map((name) => ({ name, type: "count" }));
  if (metric.type === "funnel") return metric.funnelEventList?.length ? funnelText(metric) : null;
  const [first, second] = entries;
  if (!first) return null;
  const where = anyOf(entries);
  const sum =
    new Set(entries.map(numberText)).size === 1
      ? `sum(${numberText(first)})`
      : entries.map(amountText).join(" + ");
  switch (metric.type) {
    case "event_count":
    case "event_count_custom":
      return perUnit("count(*)", where);
    case "event_user":
      return perUnit("1", where);
    case "event_dau":
      return perUnit("count(distinct day) / days_in_experiment", where);
    case "sum":
      return perUnit(sum, where);
    case "mean":
      return `select ${sum} / count(*) as value\nfrom events\nwhere ${where}`;
    case "ratio":
      return second ? `select ${amountText(first)}\n  / ${amountText(second)} as value\nfrom events` : null;
    default:
      return null;
  }
}
