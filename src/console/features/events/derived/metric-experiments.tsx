// The experiments that use a metric, each with whether the metric changed.
import { Link, useParams } from "@tanstack/react-router";
import type { MetricExperiment } from "#contract/metric.ts";
import type { ResponseOf } from "#console/foundation/api/call.ts";
import { query } from "#console/foundation/api/query.ts";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { changeInPercent } from "#console/foundation/ui/metric-change.ts";
import { formatSigned } from "#console/foundation/ui/number-format.ts";
import { ResultMark } from "#console/foundation/ui/result-mark.tsx";
import { formatCount, percentSign } from "#console/foundation/ui/wording.ts";

const shown = 5;

/** The state says only whether it runs, not what it found: that is computed when its results are opened. */
const unmeasuredText = ({ status, startTime }: MetricExperiment) =>
  `${experimentState(status)}${startTime ? ", no results yet" : ""}`;

function Moved({ use }: { use: MetricExperiment }) {
  const change = changeInPercent(use);
  if (!change)
    return <span className="text-text-muted">{use.result ? "No interval" : unmeasuredText(use)}</span>;
  const { value, margin, result } = change;
  const interval = `${formatSigned(value - margin)} to ${formatSigned(value + margin)}${percentSign}`;
  return (
    <span title={`With ${use.result?.test}, ${interval}`} className="flex shrink-0 items-center gap-2">
      <ResultMark result={result} />
      <span className="figures">
        {formatSigned(value)}
        {percentSign}
        <span className="sr-only">, {interval}</span>
      </span>
    </span>
  );
}

export const experimentsOf = (id: string) => query("listMetricExperiments", { id, limit: shown });

interface MetricExperimentsProps {
  id: string;
  name: string;
  /** Undefined if it could not be read. */
  answer: ResponseOf<"listMetricExperiments"> | undefined;
}

export function MetricExperiments({ id, name, answer }: MetricExperimentsProps) {
  const { company = "-" } = useParams({ strict: false });
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
          <Moved use={use} />
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
