// The experiments that use a metric, each with whether the metric changed.
import { queryOptions } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { MetricExperiment } from "#contract/metric.ts";
import type { ResponseOf } from "#console/foundation/api/call.ts";
import { query } from "#console/foundation/api/query.ts";
import { experimentStatus } from "#console/foundation/ui/entity-state.ts";
import { changeInPercent } from "#console/foundation/ui/metric-change.ts";
import { formatSigned } from "#console/foundation/ui/number-format.ts";
import { ResultMark } from "#console/foundation/ui/result-mark.tsx";
import { formatCount, percentSign } from "#console/foundation/ui/wording.ts";

const shown = 5;

/** Whether results are still missing; an experiment that has not started has none. */
const isAwaited = ({ startTime, result }: MetricExperiment, now: number) =>
  !result && typeof startTime === "number" && startTime <= now;

/** The state says only whether it runs, not what it found. */
const unmeasuredText = (use: MetricExperiment, now: number) =>
  `${experimentStatus(use, now).text}${isAwaited(use, now) ? ", no results yet" : ""}`;

function Moved({ use, now }: { use: MetricExperiment; now: number }) {
  const change = changeInPercent(use);
  if (!change)
    return (
      // With a key, so that the result replaces this text and does not count as a layout shift of it.
      <span key="unmeasured" className="text-text-muted">
        {use.result ? "No interval" : unmeasuredText(use, now)}
      </span>
    );
  const { value, margin, result } = change;
  const interval = `${formatSigned(value - margin)} to ${formatSigned(value + margin)}${percentSign}`;
  return (
    <span
      key="change"
      title={`With ${use.result?.test}, ${interval}`}
      className="flex shrink-0 items-center gap-2"
    >
      <ResultMark result={result} />
      <span className="figures">
        {formatSigned(value)}
        {percentSign}
        <span className="sr-only">, {interval}</span>
      </span>
    </span>
  );
}

/** ms between two readings while results are missing, and the maximum number of readings: some experiments never have any. */
const readAgainAfter = 3000;
const mostReadings = 20;

/** The service computes missing results once it was asked for them. */
export const experimentsOf = (id: string) =>
  queryOptions({
    ...query("listMetricExperiments", { id, limit: shown }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < mostReadings && data?.data.some((use) => isAwaited(use, Date.now()))
        ? readAgainAfter
        : false,
  });

interface MetricExperimentsProps {
  id: string;
  name: string;
  /** Undefined if it could not be read. */
  answer: ResponseOf<"listMetricExperiments"> | undefined;
}

export function MetricExperiments({ id, name, answer }: MetricExperimentsProps) {
  const { company = "-" } = useParams({ strict: false });
  const [now] = useState(() => Date.now());
  if (!answer) return <p className="text-12 text-text-muted">Its experiments could not be read.</p>;
  const total = answer.pagination?.totalItems ?? answer.data.length;
  if (total === 0) return <p className="text-12 text-text-muted">In no experiment.</p>;
  return (
    <ul aria-label={`Experiments with ${name}`} className="text-12">
      {answer.data.map((use) => (
        <li key={`${use.id} ${use.role}`} className="flex flex-wrap items-center justify-between gap-x-3">
          <Link
            to="/$company/experiments/$id"
            params={{ company, id: use.id }}
            state={{ name: use.name }}
            className="link min-w-0 py-1 break-words"
          >
            {use.name}
          </Link>
          <Moved use={use} now={now} />
        </li>
      ))}
      {total > shown ? (
        <li>
          <Link to="/$company/metrics/$id" params={{ company, id }} className="link inline-block py-1">
            {formatCount(total - shown)} more
          </Link>
        </li>
      ) : null}
    </ul>
  );
}
