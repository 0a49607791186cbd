import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useDeferredValue, type ReactNode } from "react";
import {
  endText,
  RunBar,
  RunLegend,
  runOf,
  runText,
} from "#console/features/experiments/list/experiment-run.tsx";
import type { ListEntry } from "#console/features/experiments/list/list-entry.ts";
import {
  mondayOf,
  type WeekAxis,
  weekAxis,
  WeekNames,
  WeekTrack,
} from "#console/foundation/charts/week-axis.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";
import { changesOfGates } from "./home-queries.ts";
import { MoreLink } from "./more-link.tsx";
import { rolloutSteps, type Rollout, type RolloutStep } from "./rollouts.ts";

const route = getRouteApi("/$company");

const day = 86_400_000;

interface RowProps {
  to: "/$company/experiments/$id" | "/$company/gates/$id";
  id: string;
  name: string;
  /** Text alternative for the track. */
  text: string;
  axis: WeekAxis;
  now: number;
  children: ReactNode;
}

function Row({ to, id, name, text, axis, now, children }: RowProps) {
  const { company } = route.useParams();
  return (
    <li className="grid items-center gap-x-4 max-tablet:py-1 tablet:h-6.5 tablet:grid-cols-[168px_minmax(0,1fr)]">
      <Link to={to} params={{ company, id }} className="truncate font-medium hover:underline" title={name}>
        {name}
        <span className="sr-only">: {text}</span>
      </Link>
      <WeekTrack axis={axis} now={now}>
        {children}
      </WeekTrack>
    </li>
  );
}

/** Text after a bar, kept within the track. */
const Note = ({ axis, at, children }: { axis: WeekAxis; at: number; children: ReactNode }) => (
  <span
    className="absolute top-1/2 ml-1.5 -translate-y-1/2 bg-surface pr-1 text-11 whitespace-nowrap text-text-muted"
    style={at > axis.end - 5 * day ? { right: 0 } : { left: axis.left(at) }}
  >
    {children}
  </span>
);

function ExperimentRow({ entry, axis, now }: { entry: ListEntry; axis: WeekAxis; now: number }) {
  const run = runOf(entry, now);
  return run ? (
    <Row
      to="/$company/experiments/$id"
      id={entry.id}
      name={entry.name}
      text={runText(entry, run)}
      axis={axis}
      now={now}
    >
      <RunBar run={run} axis={axis} />
      <Note axis={axis} at={run.until}>
        {endText(entry, run)}
      </Note>
    </Row>
  ) : null;
}

/** Such as "10 %, 25 % from 16 Nov, 50 % from 22 Nov". */
const stepsText = (steps: readonly RolloutStep[]) =>
  steps
    .map(
      ({ percent, since }) =>
        `${percentText(percent)}${since === undefined ? "" : ` from ${formatDay(since)}`}`,
    )
    .join(", ");

interface RolloutRowProps {
  rollout: Rollout;
  steps: readonly RolloutStep[];
  axis: WeekAxis;
  now: number;
}

function RolloutRow({ rollout: { id, name, percent }, steps, axis, now }: RolloutRowProps) {
  const text = stepsText(steps);
  const before = steps.at(-2);
  return (
    <Row to="/$company/gates/$id" id={id} name={name} text={text} axis={axis} now={now}>
      {steps.map((step, index) => {
        const from = step.since ?? axis.start;
        const until = steps[index + 1]?.since ?? now;
        return step.percent > 0 ? (
          <span
            key={from}
            title={text}
            className="absolute bottom-1.25 bg-neutral-mark"
            style={{
              left: axis.left(from),
              width: axis.width(from, until),
              height: Math.max(1.5, (16 * step.percent) / 100),
            }}
          />
        ) : null;
      })}
      <Note axis={axis} at={now}>
        {/* The previous percentage is loaded later and comes last, so that it moves nothing. */}
        {percentText(percent)}
        {before ? `, before ${percentText(before.percent)}` : ""}
      </Note>
    </Row>
  );
}

const most = 12;

interface RunningTimelineProps {
  entries: readonly ListEntry[];
  /** Number of all open experiments. */
  total: number;
  rollouts: readonly Rollout[];
  /** ms */
  now: number;
}

/** Experiments and rollouts on a common axis of six weeks; the height of a rollout's bar is its percentage. */
export function RunningTimeline({ entries, total, rollouts, now }: RunningTimelineProps) {
  const axis = weekAxis(mondayOf(now, 2), 6);
  const shown = entries.slice(0, most);
  const rolledOut = rollouts.slice(0, most);
  // Read after the page is drawn; the bars are then split into steps in place.
  const isDrawn = useDeferredValue(true, false);
  const ids = rolledOut.map(({ id }) => id).toSorted();
  const { data: changes } = useQuery({
    ...changesOfGates(ids, axis.start),
    enabled: isDrawn && ids.length > 0,
  });
  return (
    <section aria-label="Running now" className="min-w-0 pb-6">
      <SectionHead
        title="Running now"
        note={shown.length + rollouts.length ? "Six weeks." : "No experiment and no rollout runs."}
        action={shown.length ? <RunLegend /> : null}
      />
      {shown.length ? (
        <>
          <div className="grid gap-x-4 border-b border-border text-12 tablet:grid-cols-[168px_minmax(0,1fr)]">
            <h3 className="py-1 font-medium text-text-muted">
              Experiments <span className="figures">{total}</span>
            </h3>
            <WeekNames axis={axis} now={now} />
          </div>
          <ul>
            {shown.map((entry) => (
              <ExperimentRow key={entry.id} entry={entry} axis={axis} now={now} />
            ))}
          </ul>
          <MoreLink count={total - shown.length} noun="more experiment" to="/$company/experiments" />
        </>
      ) : null}
      {rollouts.length ? (
        <>
          <h3 className="pt-3 pb-1 text-12 font-medium text-text-muted">
            Rollouts <span className="figures">{rollouts.length}</span>
          </h3>
          <ul>
            {rolledOut.map((rollout) => (
              <RolloutRow
                key={rollout.id}
                rollout={rollout}
                steps={rolloutSteps(rollout, changes?.data ?? [])}
                axis={axis}
                now={now}
              />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
