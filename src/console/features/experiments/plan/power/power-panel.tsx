// Power of the plan, estimated from recorded data: the MDE at its end, a chart by day, and the numbers behind it.
import { memo, Suspense, useState } from "react";
import type { ExperimentPower, PowerMetric } from "#contract/experiment-power.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { formatCount, percentSign, plural } from "#console/foundation/ui/wording.ts";
import { RequestFailure } from "#console/features/experiments/plan/answers/last-answer.tsx";
import { usePlanPower } from "#console/features/experiments/plan/answers/use-plan-answers.ts";
import type { PlanPanelProps } from "#console/features/experiments/plan/draft-plan.ts";
import { wishedEffect } from "#console/features/experiments/plan/hypothesis.ts";
import { OtherShapes } from "./other-shapes.tsx";
import { chartSentence, percentOf, plannedDay, powerNote, tableDays, targetingNote } from "./power-words.ts";

const PowerChart = lazyPart("The chart", async () => (await import("./power-chart.tsx")).PowerChart);

interface ViewProps {
  power: ExperimentPower;
  metric: PowerMetric;
  wished: number | undefined;
  isSequential: boolean;
  isCuped: boolean;
}

function PowerFigure({ power, metric, wished, isSequential }: ViewProps) {
  const duration = plannedDay(power);
  const sentence = chartSentence(metric.name, metric, duration, isSequential);
  const isDashed = metric.curve.some(({ isExtrapolated }) => isExtrapolated);
  const rows = tableDays(metric, duration).map(({ day, fixed, sequential, isExtrapolated }) => [
    `${day}${isExtrapolated ? ", extrapolated" : ""}`,
    percentOf(fixed),
    ...(isSequential ? [percentOf(sequential)] : []),
  ]);
  return (
    <figure className="mt-2 min-w-0">
      <div role="img" aria-label={sentence} className="h-48">
        <Suspense fallback={<SkeletonBlock className="h-48" label="Loading the chart" />}>
          <PowerChart curve={metric.curve} duration={duration} wished={wished} isSequential={isSequential} />
        </Suspense>
      </div>
      <figcaption className="text-12 text-text-muted">
        {isDashed ? `Dashed: beyond the ${plural(power.recordedDays, "day")} recorded, extrapolated.` : null}
      </figcaption>
      <details className="text-12">
        <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
          Numbers<span className="sr-only"> of the power by day</span>
        </summary>
        <div
          className="max-h-60 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label="Numbers of the power by day"
        >
          <NumbersTable
            caption={sentence}
            columns={["Day", "One look", ...(isSequential ? ["Any day"] : [])]}
            rows={rows}
          />
        </div>
      </details>
    </figure>
  );
}

function Facts({ power, metric, isCuped }: Pick<ViewProps, "power" | "metric" | "isCuped">) {
  const { mean, std, cupedRemoves } = metric;
  const removed =
    cupedRemoves === undefined ? "does not apply" : `${formatNumber(100 * cupedRemoves)}${percentSign}`;
  const facts = [
    ["Users a group", power.groups.map(({ units }) => formatCount(units)).join(" · ")],
    [
      `Mean ± spread, from ${plural(power.recordedDays, "day")}`,
      mean === undefined || std === undefined ? "–" : `${formatNumber(mean)} ± ${formatNumber(std)}`,
    ],
    [`CUPED ${isCuped ? "removes" : "would remove"} of the variance`, removed],
  ] as const;
  return (
    <dl className="mt-2 grid gap-1">
      {facts.map(([term, fact]) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-text-muted">{term}</dt>
          <dd className="figures ml-auto">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The MDE at the planned end in one sentence. */
function Headline({ power, metric }: Pick<ViewProps, "power" | "metric">) {
  const duration = plannedDay(power);
  return (
    <p className="text-18">
      <b className="font-strong">{plural(duration, "day")}</b>{" "}
      {metric.fixed === undefined ? (
        "are too short to find anything"
      ) : (
        <>
          {duration === 1 ? "finds" : "find"} <b className="font-strong">{percentOf(metric.fixed)}</b> or more
        </>
      )}{" "}
      in {metric.name}.
    </p>
  );
}

/** Memoized, so that it re-renders only when its numbers change and not on every keystroke. */
const PowerView = memo(function PowerView({ power, metric, wished, isSequential, isCuped }: ViewProps) {
  const why = power.tooLittle ?? metric.problem;
  const targeting = targetingNote(power);
  if (why !== undefined)
    return (
      <>
        <p className="text-18">
          {power.tooLittle === undefined ? `No power for ${metric.name} yet.` : "Too little history."}
        </p>
        <p className="text-text-muted">{why.endsWith(".") ? why : `${why}.`}</p>
        {targeting ? <p className="mt-1 text-12 text-text-muted">{targeting}</p> : null}
      </>
    );
  return (
    <>
      <Headline power={power} metric={metric} />
      <p className="text-12 text-text-muted">
        {powerNote(metric, { duration: plannedDay(power), wished, isSequential })}
      </p>
      <PowerFigure
        power={power}
        metric={metric}
        wished={wished}
        isSequential={isSequential}
        isCuped={isCuped}
      />
      <Facts power={power} metric={metric} isCuped={isCuped} />
      {metric === power.metrics[0] ? <OtherShapes power={power} metric={metric.name} /> : null}
      {targeting ? <p className="mt-1 text-12 text-text-muted">{targeting}</p> : null}
    </>
  );
});

export function PowerPanel(props: PlanPanelProps) {
  const { data: power, isBusy, error, retry } = usePlanPower(props);
  const [chosen, setChosen] = useState("");
  const metric = power?.metrics.find(({ id }) => id === chosen) ?? power?.metrics[0];
  return (
    <section aria-labelledby="power-title" aria-busy={isBusy}>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 py-1">
        <h2 id="power-title" className="text-15 font-strong tracking-[-0.006em]">
          Power
        </h2>
        {power && power.metrics.length > 1 && metric ? (
          <div className="ml-auto min-w-0">
            <Picker
              label="Metric"
              value={metric.id}
              onChange={setChosen}
              options={power.metrics.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
        ) : null}
      </div>
      {error ? (
        <RequestFailure
          error={error}
          title="The power could not be read"
          hasLast={power !== undefined}
          retry={retry}
        />
      ) : null}
      {power && metric ? (
        <PowerView
          power={power}
          metric={metric}
          wished={wishedEffect(props.plan.hypothesis)}
          isSequential={props.plan.sequentialTesting ?? false}
          isCuped={props.plan.cuped ?? false}
        />
      ) : null}
      {power && !metric ? (
        <p className="text-text-muted">Choose a primary metric to see what the plan can find.</p>
      ) : null}
      {!power && !error ? <SkeletonBlock className="h-88" label="Loading the power" /> : null}
    </section>
  );
}
