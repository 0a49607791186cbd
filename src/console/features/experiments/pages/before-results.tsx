// Shown instead of results that do not exist yet; says what comes next.
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { metricsIn } from "#console/features/experiments/results/model/comparison-rows.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { formatDate } from "#console/foundation/ui/time-format.ts";

const route = getRouteApi("/$company/experiments/$id");

const startSearch = (before: object) => ({ ...before, action: "start" as const });

type Waiting = "start" | "metrics" | "exposures" | "exposures since";

/** Returns what the results are waiting for; undefined if there are results. */
export function waitingFor(experiment: Experiment, summary: SummaryCharts, now: number): Waiting | undefined {
  if (typeof experiment.startTime !== "number" || experiment.startTime > now) return "start";
  const metrics = metricsIn(summary);
  // Charts without metrics may carry messages that explain themselves.
  const hasMessages = summary.sections.some(({ charts }) => charts.some(({ message }) => message));
  if (metrics.length === 0) return hasMessages ? undefined : "metrics";
  const isMeasured = metrics.some(({ testUnits }) => testUnits !== undefined);
  if (isMeasured && metrics.every(({ testUnits, controlUnits }) => !testUnits && !controlUnits))
    return "exposures";
  return undefined;
}

function wordsOf(experiment: Experiment, waiting: Waiting) {
  const { startTime, duration, idType, groups, primaryMetrics } = experiment;
  if (waiting === "start")
    return {
      title: startTime
        ? `This experiment starts on ${formatDate(startTime)}.`
        : "This experiment has not started.",
      next: [
        ...(primaryMetrics?.length ? [] : ["Choose at least one primary metric: it is what decides."]),
        ...(groups.length > 1 ? [] : ["Add a second group: results compare groups."]),
        `${startTime ? "" : "Start it. "}Results appear here with the first exposed units, day by day${duration ? ` for ${duration} days` : ""}.`,
      ],
    };
  if (waiting === "metrics")
    return {
      title: "There are no metrics to show.",
      next: ["Add primary or secondary metrics to this experiment; what was logged before counts, too."],
    };
  if (waiting === "exposures since")
    return {
      title: "Nobody was first exposed since then.",
      next: ["Results appear here with the first new exposures after the change."],
    };
  return {
    title: "No exposures were logged yet.",
    next: [
      `Check that the product asks for this experiment's group and logs an exposure with its ${idType ?? "unit ID"}.`,
      "The first units appear here as soon as their exposures arrive; the health checks say what is missing.",
    ],
  };
}

export function BeforeResults({ experiment, waiting }: { experiment: Experiment; waiting: Waiting }) {
  const { company } = route.useParams();
  const { title, next } = wordsOf(experiment, waiting);
  return (
    <section aria-label="What comes next" className="max-w-3xl py-5">
      <h2 className="mb-1 text-18 font-regular tracking-[-0.012em]">{title}</h2>
      {next.length > 1 ? (
        <ol className="grid list-decimal gap-1 pl-5 text-text-muted">
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : (
        <p className="text-text-muted">{next[0]}</p>
      )}
      {waiting === "start" && experiment.status === "setup" ? (
        <p className="mt-4 print:hidden">
          <Link from="/$company/experiments/$id" to="." search={startSearch} className={buttonClass()}>
            Start …
          </Link>
        </p>
      ) : null}
      {waiting === "exposures" ? (
        <p className="mt-4">
          <Link
            to="/$company/events"
            params={{ company }}
            search={{ import: true, experiment: experiment.id }}
            className={buttonClass()}
          >
            Import exposures from a file
          </Link>
        </p>
      ) : null}
    </section>
  );
}
