import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useDeferredValue, type ReactNode } from "react";
import type { ListEntry } from "#console/features/experiments/list/list-entry.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { andList, percentText } from "#console/foundation/ui/wording.ts";
import { changesOfGates } from "./home-queries.ts";
import { MoreLink } from "./more-link.tsx";
import { rolloutSteps, type Rollout, type RolloutStep } from "./rollouts.ts";

const route = getRouteApi("/$company");

const day = 86_400_000;
const week = 7 * day;

/** Three weeks back and three ahead, from a Monday on, and the Mondays within. */
function axisOf(now: number) {
  const monday = new Date(now);
  monday.setHours(0, 0, 0, 0);
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7) - 14);
  const start = monday.getTime();
  const share = (time: number) => Math.max(0, Math.min(1, (time - start) / (6 * week)));
  return {
    start,
    end: start + 6 * week,
    weeks: Array.from({ length: 6 }, (_, index) => start + index * week),
    left: (time: number) => `${(100 * share(time)).toFixed(2)}%`,
    width: (from: number, to: number) => `${(100 * (share(to) - share(from))).toFixed(2)}%`,
  };
}
type Axis = ReturnType<typeof axisOf>;

const Lines = ({ axis, now }: { axis: Axis; now: number }) => (
  <>
    {axis.weeks.map((time) => (
      <span key={time} className="absolute inset-y-0 w-px bg-border" style={{ left: axis.left(time) }} />
    ))}
    <span className="absolute inset-y-0 w-px bg-text" style={{ left: axis.left(now) }} />
  </>
);

interface RowProps {
  to: "/$company/experiments/$id" | "/$company/gates/$id";
  id: string;
  name: string;
  /** The track in words. */
  text: string;
  axis: Axis;
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
      <div aria-hidden className="relative h-6.5">
        <Lines axis={axis} now={now} />
        {children}
      </div>
    </li>
  );
}

/** The text behind a bar keeps within the track. */
const Note = ({ axis, at, children }: { axis: Axis; at: number; children: ReactNode }) => (
  <span
    className="absolute top-1/2 ml-1.5 -translate-y-1/2 bg-surface pr-1 text-11 whitespace-nowrap text-text-muted"
    style={at > axis.end - 5 * day ? { right: 0 } : { left: axis.left(at) }}
  >
    {children}
  </span>
);

function ExperimentRow({ entry, axis, now }: { entry: ListEntry; axis: Axis; now: number }) {
  const { id, experiment, days } = entry;
  const { startTime, endTime } = experiment;
  const start = startTime ?? now;
  const done = typeof endTime === "number" && endTime <= now ? endTime : now;
  const target = days?.state === "ended" ? undefined : days?.target;
  const changes = experiment.healthChecks?.flatMap((check) => check.changes ?? []) ?? [];
  const until = target !== undefined && target > now ? target : done;
  const note =
    days?.state === "ended"
      ? `ended ${formatDay(done)}`
      : target === undefined
        ? "no planned end"
        : formatDay(target);
  const changed = changes.length
    ? `; changed underneath on ${andList(changes.map(({ time }) => formatDay(time)))}`
    : "";
  const text = `${days ? dayText(days) : ""}, ${note}${changed}`;
  return (
    <Row to="/$company/experiments/$id" id={id} name={experiment.name} text={text} axis={axis} now={now}>
      <span
        className="absolute top-1/2 h-2 -translate-y-1/2 bg-neutral-mark"
        style={{ left: axis.left(start), width: axis.width(start, done) }}
      />
      {target !== undefined && target > now ? (
        <span
          className="absolute top-1/2 h-2 -translate-y-1/2 border-[1.25px] border-l-0 border-neutral-mark bg-surface"
          style={{ left: axis.left(now), width: axis.width(now, target) }}
        />
      ) : null}
      {start < axis.start ? (
        <span className="absolute top-1/2 right-full -translate-y-1/2 border-y-4 border-r-5 border-y-transparent border-r-neutral-mark" />
      ) : null}
      {changes
        .filter(({ time }) => time >= axis.start)
        .map(({ time }) => (
          <span
            key={time}
            className="absolute top-1/2 size-2.5 -translate-1/2 rotate-45 border-[1.5px] border-surface bg-warning"
            style={{ left: axis.left(time) }}
          />
        ))}
      <Note axis={axis} at={until}>
        {note}
      </Note>
    </Row>
  );
}

/** "10 %, 25 % from 16 Nov, 50 % from 22 Nov" */
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
  axis: Axis;
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
        {/* The earlier one comes later, and behind, so that it moves nothing. */}
        {percentText(percent)}
        {before ? `, before ${percentText(before.percent)}` : ""}
      </Note>
    </Row>
  );
}

/** The name of today leaves out those beside it, on a phone more of them. */
const besideToday = (time: number, now: number) => {
  const days = Math.abs(time - now) / day;
  return days < 4 ? "invisible" : days < 9 ? "max-tablet:invisible" : "";
};

const most = 12;

interface RunningTimelineProps {
  entries: readonly ListEntry[];
  /** All that are open. */
  total: number;
  rollouts: readonly Rollout[];
  /** ms */
  now: number;
}

/** Experiments and rollouts on one axis of six weeks; the height of a rollout is its percent. */
export function RunningTimeline({ entries, total, rollouts, now }: RunningTimelineProps) {
  const axis = axisOf(now);
  const shown = entries.slice(0, most);
  const rolledOut = rollouts.slice(0, most);
  // Read after the page is drawn: a bar gets its steps where it stands.
  const isDrawn = useDeferredValue(true, false);
  const ids = rolledOut.map(({ id }) => id).toSorted();
  const { data: changes } = useQuery({
    ...changesOfGates(ids, axis.start),
    enabled: isDrawn && ids.length > 0,
  });
  const swatch = "inline-block h-2 w-3.5 border-[1.25px] border-neutral-mark";
  return (
    <section aria-label="Running now" className="min-w-0 pb-6">
      <SectionHead
        title="Running now"
        note={shown.length + rollouts.length ? "Six weeks." : "No experiment and no rollout runs."}
        action={
          shown.length ? (
            <p aria-hidden className="flex flex-wrap gap-x-4 text-12 text-text-muted">
              <span>
                <span className={`${swatch} bg-neutral-mark`} />
                <span className={`${swatch} mr-1.5 border-l-0`} />
                done, planned
              </span>
              <span>
                <span className="mr-2 inline-block size-2 rotate-45 bg-warning" />
                changed underneath
              </span>
            </p>
          ) : null
        }
      />
      {shown.length ? (
        <>
          <div className="grid gap-x-4 border-b border-border text-12 tablet:grid-cols-[168px_minmax(0,1fr)]">
            <h3 className="py-1 font-medium text-text-muted">
              Experiments <span className="figures">{total}</span>
            </h3>
            <div aria-hidden className="figures relative h-6 text-11 text-text-muted">
              {axis.weeks.map((time) => (
                <span
                  key={time}
                  className={`absolute top-1 whitespace-nowrap ${besideToday(time, now)}`}
                  style={{ left: axis.left(time) }}
                >
                  {formatDay(time)}
                </span>
              ))}
              <span
                className="absolute top-1 -translate-x-1/2 font-medium whitespace-nowrap text-text"
                style={{ left: axis.left(now) }}
              >
                Today, {formatDay(now)}
              </span>
            </div>
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
