// One table a section: a metric, its groups, and for each group the change as a number, a word and an interval on one shared scale.
import { Fragment } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { Chart, ChartMetric, SummaryCharts } from "#contract/summary-charts.ts";
import { IntervalAxis, IntervalChart } from "#console/charts/interval-chart.tsx";
import { intervalDomain } from "#console/charts/interval-domain.ts";
import { Notice } from "#console/ui/notice.tsx";
import { ResultMark } from "#console/ui/result-mark.tsx";
import {
  estimateOf,
  formatChange,
  formatInterval,
  formatMean,
  formatNumber,
  formatP,
  formatTick,
  missingReason,
  resultOf,
  type Scale,
} from "#console/results/format-result.ts";

interface ScorecardProps {
  experiment: Experiment;
  summary: SummaryCharts;
  scale: Scale;
  /** The level asked for, where it is not the experiment's own. */
  level: string | undefined;
}

interface Row {
  metric: ChartMetric;
  group: string;
}

const count = new Intl.NumberFormat("en");
const typeOf = (metric: ChartMetric) => metric.metricID.split("::")[1];

const kinds: Record<string, string> = {
  event_dau: "Share of days active",
  event_count: "Per user",
  sum: "Sum per user",
  funnel: "Funnel",
  mean: "Mean",
  ratio: "Ratio",
};

function aboutMetric(metric: ChartMetric): string {
  const type = typeOf(metric);
  const kind = metric.directionality === "decrease" ? "Lower is better" : (kinds[type ?? ""] ?? type ?? "");
  return metric.controlMean === undefined
    ? kind
    : `${kind} · control ${formatMean(metric.controlMean, type)}`;
}

/** Rows of a section by metric, its test groups together. */
function byMetric(charts: readonly Chart[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const { metrics = [], test = "" } of charts)
    for (const metric of metrics)
      groups.set(metric.metricID, [...(groups.get(metric.metricID) ?? []), { metric, group: test }]);
  return [...groups];
}

function levelNote({
  experiment,
  level,
  charts,
}: {
  experiment: Experiment;
  level: string | undefined;
  charts: readonly Chart[];
}) {
  const own = experiment.defaultConfidenceInterval ?? "95";
  const used = Number(level ?? own);
  const control = charts.find((chart) => chart.control)?.control;
  const tests = experiment.groups.filter((group) => group.size > 0 && group.name !== control).length;
  const corrected = experiment.bonferroniCorrection && tests > 1;
  const each = corrected
    ? `, ${tests} test groups, Bonferroni: ${formatNumber(100 - (100 - used) / tests)} % each`
    : "";
  const cap =
    experiment.winsorization === null ? "" : ` · outliers capped at ${experiment.winsorization ?? 99.9} %`;
  return `${used} %${level && level !== own ? ` (set up: ${own} %)` : ""}${each}${cap}`;
}

/** Where nothing was found: what this test could have found. */
function Detectable({ metric }: { metric: ChartMetric }) {
  if (metric.reversePower === undefined) return null;
  return (
    <p className="text-12 text-text-muted">
      Can find changes of about {formatNumber(metric.reversePower)} % or more
    </p>
  );
}

interface MetricRowProps {
  row: Row;
  first: boolean;
  span: number;
  scale: Scale;
  domain: [number, number];
}

const cell = "py-1 pr-3 tablet:h-8";

function MetricRow({ row: { metric, group }, first, span, scale, domain }: MetricRowProps) {
  const { value, delta, whiskerDelta } = estimateOf(metric, scale);
  const result = resultOf(metric);
  const reason = missingReason(metric, scale);
  const tone =
    result === "better" ? "text-positive font-medium" : result === "worse" ? "text-negative font-medium" : "";
  // On a phone the metric's name takes a line of its own above its first group.
  const line = first ? "max-tablet:row-start-2" : "max-tablet:row-start-1";
  const units = `${count.format(metric.testUnits ?? 0)} against ${count.format(metric.controlUnits ?? 0)} units`;
  return (
    <tr
      className={`${first ? "tablet:*:border-t" : ""} *:border-border max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto_auto] max-tablet:gap-x-3`}
    >
      {first ? (
        <th
          scope="rowgroup"
          rowSpan={span}
          className="py-1.5 pr-3 text-left align-top font-regular max-tablet:col-span-3 max-tablet:mt-3 max-tablet:border-t max-tablet:pt-3"
        >
          <span className="block font-medium">{metric.metricName}</span>
          <span className="figures text-12 text-text-muted">{aboutMetric(metric)}</span>
        </th>
      ) : null}
      <th
        scope="row"
        className={`${cell} truncate text-left font-regular max-tablet:col-start-1 ${line}`}
        title={units}
      >
        {group}
        <span className="sr-only">, {units}</span>
      </th>
      <td className={`${cell} num text-text-muted max-desk:hidden`}>
        {metric.testMean === undefined ? "" : formatMean(metric.testMean, typeOf(metric))}
      </td>
      <td className={`${cell} num max-desk:hidden text-text-muted`}>
        {metric.testUnits === undefined ? "" : count.format(metric.testUnits + (metric.controlUnits ?? 0))}
      </td>
      <td className={`${cell} num ${tone} max-tablet:col-start-3 ${line}`}>
        {value === undefined ? "" : formatChange(value, scale)}
      </td>
      <td className={`${cell} max-tablet:col-start-2 ${line}`}>
        {result ? <ResultMark result={result} /> : null}
      </td>
      {value === undefined || delta === undefined ? (
        <td colSpan={3} className={`${cell} text-text-muted max-tablet:col-span-3`}>
          {reason}
          {value === undefined ? null : <span className="sr-only">{formatP(metric.pValue ?? 1)}</span>}
        </td>
      ) : (
        <>
          <td className="max-tablet:col-span-3">
            <IntervalChart
              domain={domain}
              value={value}
              delta={delta}
              whiskerDelta={whiskerDelta}
              result={result ?? "inconclusive"}
            />
          </td>
          <td className={`${cell} num max-tablet:col-span-2`}>
            {formatInterval(value, whiskerDelta ?? delta, scale)}
          </td>
          <td className="num tablet:h-8 text-text-muted">
            {metric.pValue === undefined ? "" : formatP(metric.pValue)}
          </td>
        </>
      )}
    </tr>
  );
}

const head =
  "sticky top-bar z-2 h-8 bg-surface border-t border-border text-12 font-medium text-text-muted not-last:pr-3";

/** One scale for the whole page, so that sections can be compared by eye. */
const domainOf = (summary: SummaryCharts, scale: Scale) =>
  intervalDomain(
    summary.sections.flatMap(({ charts }) =>
      charts.flatMap(({ metrics = [] }) =>
        metrics.flatMap((metric) => {
          const { value, delta, whiskerDelta } = estimateOf(metric, scale);
          return value === undefined ? [] : [{ value, delta: whiskerDelta ?? delta }];
        }),
      ),
    ),
  );

export function Scorecard({ experiment, summary, scale, level }: ScorecardProps) {
  const domain = domainOf(summary, scale);
  const isSequential = summary.sections.some(({ charts }) =>
    charts.some(({ sequentialTesting }) => sequentialTesting),
  );
  return summary.sections.map((section) => {
    const charts = section.charts.filter(({ metrics }) => metrics);
    return (
      <section key={section.sectionLabel} aria-label={section.sectionLabel} className="pb-4">
        <div className="flex min-h-12 flex-wrap items-center gap-x-3">
          <h2 className="text-15 font-strong">{section.sectionLabel}</h2>
          <p className="figures text-12 text-text-muted">{levelNote({ experiment, level, charts })}</p>
        </div>
        {section.charts
          .filter(({ metrics }) => !metrics)
          .map(({ chartSource, message }) => (
            <Notice
              key={`${chartSource} ${message}`}
              tone="info"
              title={message ?? `Charts of source ${chartSource} cannot be shown.`}
            />
          ))}
        {charts.length > 0 ? (
          <table className="w-full border-separate border-spacing-0 tablet:table-fixed max-tablet:block max-tablet:[&_tbody]:block">
            <caption className="sr-only">
              {section.sectionLabel}: change of each test group against {charts[0]?.control}
            </caption>
            <colgroup>
              <col className="w-50" />
              <col className="w-42" />
              <col className="w-16 max-desk:w-0" />
              <col className="w-20 max-desk:w-0" />
              <col className="w-22" />
              <col className="w-30" />
              <col />
              <col className="w-38" />
              <col className="w-16" />
            </colgroup>
            <thead className="max-tablet:sr-only">
              <tr>
                <th scope="col" className={`${head} text-left`}>
                  Metric
                </th>
                <th scope="col" className={`${head} text-left`}>
                  Test group
                </th>
                <th scope="col" className={`${head} text-right max-desk:hidden`}>
                  Mean
                </th>
                <th scope="col" className={`${head} text-right max-desk:hidden`}>
                  Units
                </th>
                <th scope="col" className={`${head} text-right`}>
                  Change
                </th>
                <th scope="col" className={`${head} text-left`}>
                  Result
                </th>
                <th scope="col" className={head}>
                  <span className="sr-only">Interval, drawn</span>
                  <IntervalAxis domain={domain} format={(tick) => formatTick(tick, scale)} />
                </th>
                <th scope="col" className={`${head} text-right`}>
                  {isSequential ? "Sequential interval" : "Interval"}
                </th>
                <th scope="col" className={`${head} text-right`}>
                  p
                </th>
              </tr>
            </thead>
            <tbody>
              {byMetric(charts).map(([id, rows]) => (
                <Fragment key={id}>
                  {rows.map((row, index) => (
                    <MetricRow
                      key={row.group}
                      row={row}
                      first={index === 0}
                      span={rows.length + 1}
                      scale={scale}
                      domain={domain}
                    />
                  ))}
                  <tr className="max-tablet:block">
                    <td colSpan={8} className="h-1 pb-1 max-tablet:block">
                      {rows.every(({ metric }) => resultOf(metric) === "inconclusive") && rows[0] ? (
                        <Detectable metric={rows[0].metric} />
                      ) : null}
                    </td>
                  </tr>
                </Fragment>
              ))}
            </tbody>
          </table>
        ) : null}
      </section>
    );
  });
}
