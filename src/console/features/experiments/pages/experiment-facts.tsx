// The facts below an experiment's name: its progress, units, eligible users and owner.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { Experiment } from "#contract/experiment.ts";
import { type ExperimentDays, experimentDays } from "#statistics/experiment-days.ts";
import {
  dayText,
  exposedUnits,
  daysLeftText,
} from "#console/features/experiments/results/model/experiment-progress.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { query } from "#console/foundation/api/query.ts";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import { experimentStatus } from "#console/foundation/ui/entity-state.ts";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDate, formatDay } from "#console/foundation/ui/time-format.ts";
import { formatCount, percentSign, plural } from "#console/foundation/ui/wording.ts";

const route = getRouteApi("/$company/experiments/$id");

function Days({ experiment, now }: { experiment: Experiment; now: number }) {
  const { startTime, endTime } = experiment;
  const days = experimentDays(experiment, now);
  if (!days) return startTime ? `Starts ${formatDate(startTime)}` : "Not started";
  const ends = days.state === "overdue" ? "planned until" : "ends";
  const end =
    days.state === "ended"
      ? endTime && `ended ${formatDate(endTime)}`
      : days.target
        ? `${ends} ${formatDay(days.target)}`
        : "without a planned end";
  const left = days.state === "running" ? daysLeftText(days) : "";
  return (
    <span className="figures inline-flex flex-wrap items-center gap-x-2">
      <b>{dayText(days)}</b>
      {left ? <DayBar experiment={experiment} days={days} /> : null}
      <span className={left ? "" : "-ml-2"}>
        {left ? <b>{left}</b> : null}
        {end ? `, ${end}` : ""}
      </span>
    </span>
  );
}

/** A bar of the planned and elapsed days, with a mark for each change made during the experiment. */
function DayBar({
  experiment: { startTime, healthChecks },
  days,
}: {
  experiment: Experiment;
  days: ExperimentDays;
}) {
  const start = startTime ?? 0;
  const length = (days.target ?? start) - start;
  const changes = healthChecks?.flatMap((check) => check.changes ?? []) ?? [];
  return (
    <span aria-hidden className="relative h-1 w-28 rounded-small bg-border">
      <i
        className="absolute h-1 rounded-small bg-text-muted"
        style={{ width: `${100 * (days.share ?? 0)}%` }}
      />
      {changes.map(({ time }) => (
        <i
          key={time}
          className="absolute -top-1 h-3 w-0.5 bg-warning"
          style={{ left: `${(100 * (time - start)) / length}%` }}
        />
      ))}
    </span>
  );
}

function Units({ experiment }: { experiment: Experiment }) {
  const units = Object.values(exposedUnits(experiment)).reduce((sum, count) => sum + count, 0);
  const groups = plural(experiment.groups.length, "group");
  return units === 0 ? (
    <b className="figures">{groups}</b>
  ) : (
    <span className="figures">
      <b>{formatCount(units)}</b> {unitNoun(experiment.idType)} in {groups}
    </span>
  );
}

function Eligible({ experiment }: { experiment: Experiment }) {
  const { company } = route.useParams();
  const { allocation, targetingGateID: id } = experiment;
  const { data } = useQuery({ ...query("readGate", { id: id ?? "" }), enabled: Boolean(id) });
  return (
    <span className="figures block w-64 truncate min-[1360px]:inline-block min-[1360px]:align-bottom">
      {allocation ?? 100}
      {percentSign} of{" "}
      {id ? (
        <Link to="/$company/gates/$id" params={{ company, id }} className="link">
          {data?.data.name ?? id}
        </Link>
      ) : (
        "everyone"
      )}
    </span>
  );
}

/** `now` is the time at which the experiment was read, ms. */
export function ExperimentFacts({ experiment, now }: { experiment: Experiment; now: number }) {
  const { name, owner, creatorName, id } = experiment;
  const { text, tone } = experimentStatus(experiment, now);
  return (
    <PageHead
      title={name}
      state={<Status tone={tone}>{text}</Status>}
      facts={[
        <Days key="days" experiment={experiment} now={now} />,
        <Units key="units" experiment={experiment} />,
        <span key="owner">
          Owner <b>{owner?.ownerName ?? creatorName ?? "nobody"}</b>
        </span>,
        <CopyableId key="id" id={id} />,
        // Last and truncated, because the gate's name loads later and must not move anything.
        <Eligible key="eligible" experiment={experiment} />,
      ]}
    />
  );
}
