import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Metric, MetricCriterion } from "#contract/metric.ts";
import { conditionWords } from "#console/features/metrics/condition-words.ts";
import { SqlText } from "#console/features/metrics/sql-text.tsx";
import { directionText, eventsOf, metricSentence } from "#console/foundation/ui/metric-sentence.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { andList, orList, percentSign } from "#console/foundation/ui/wording.ts";

const criterionText = ({ type, column, condition, values }: MetricCriterion) =>
  [type === "value" ? "the value" : column, conditionWords[condition] ?? condition, orList(values ?? [])]
    .filter(Boolean)
    .join(" ");

const capText = ({ winsorization }: Metric) =>
  winsorization === null
    ? "Large values count in full."
    : `Values above percentile ${winsorization}${percentSign} of those with a value count as it.`;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 border-b border-border py-1.5">
    <dt className="text-text-muted">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);

/** How a metric is computed, in words and as SQL. */
export function DefinitionSection({ metric }: { metric: Metric }) {
  const { company = "-" } = useParams({ strict: false });
  const { metricEvents, funnelEventList, unitTypes, tags, winsorization, warehouseNative } = metric;
  const source = warehouseNative?.metricSourceName;
  const filtered = [...(metricEvents ?? []), ...(funnelEventList ?? [])].filter(
    ({ criteria }) => criteria && criteria.length > 0,
  );
  return (
    <section aria-label="Definition">
      <SectionHead title="Definition" />
      <p className="pb-3">{metricSentence(metric)}</p>
      <dl className="border-t border-border">
        <Fact label="Events">
          <span className="flex flex-wrap gap-x-3">
            {eventsOf(metric).map((name) => (
              <Link
                key={name}
                to="/$company/events/$name"
                params={{ company, name }}
                className="link inline-flex min-h-6 items-center wrap-anywhere"
              >
                {name}
              </Link>
            ))}
          </span>
        </Fact>
        {filtered.map(({ name, criteria }, index) => (
          <Fact key={index} label="Only where">
            {filtered.length > 1 ? `${name}: ` : ""}
            {andList((criteria ?? []).map(criterionText))}
          </Fact>
        ))}
        {winsorization === undefined ? null : <Fact label="Cap">{capText(metric)}</Fact>}
        <Fact label="Direction">{directionText(metric)}</Fact>
        <Fact label="Units">{unitTypes?.length ? orList(unitTypes) : "Any"}</Fact>
        {source ? (
          <Fact label="Read from">
            <Link to="/$company/metric_sources/$id" params={{ company, id: source }} className="link">
              {source}
            </Link>
          </Fact>
        ) : null}
        <Fact label="Tags">{tags?.length ? tags.join(", ") : "–"}</Fact>
      </dl>
      {metric.sql ? <SqlText sql={metric.sql} /> : null}
    </section>
  );
}
