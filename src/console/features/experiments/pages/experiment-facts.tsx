// Who an experiment is, in one line under its name.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { experimentState } from "#console/foundation/ui/experiment-state.ts";
import { query } from "#console/foundation/api/query.ts";
import { percentSign } from "#console/features/experiments/results/model/format-result.ts";
import { experimentDays } from "#console/features/experiments/results/model/experiment-days.ts";
import { CopyableId } from "#console/foundation/ui/copy.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDate } from "#console/foundation/ui/time-format.ts";
import { statusTone, unitNoun } from "./experiment-labels.ts";
import { summaryQuery } from "./summary-query.ts";

const route = getRouteApi("/$company/experiments/$id");
const count = new Intl.NumberFormat("en");

function Days({ experiment, now }: { experiment: Experiment; now: number }) {
  const days = experimentDays(experiment, now);
  if (!days)
    return <span>{experiment.startTime ? `Starts ${formatDate(experiment.startTime)}` : "Not started"}</span>;
  const of = days.planned ? ` of ${days.planned}` : "";
  if (days.state === "ended")
    return (
      <span className="figures">
        <b>
          Ran {days.day}
          {of} days
        </b>
        {experiment.endTime ? `, ended ${formatDate(experiment.endTime)}` : ""}
      </span>
    );
  const until = days.state === "overdue" ? "planned until" : "ends";
  return (
    <span className="figures">
      <b>Day {days.day}</b>
      {of}
      {days.target ? `, ${until} ${formatDate(days.target)}` : ", without a planned end"}
    </span>
  );
}

/** Exposed units of all groups: those of the metric that takes the most of them, since some take only units that took part. */
function unitsIn({ sections }: SummaryCharts): number {
  const units = new Map<string, number>();
  const add = (group: string, number = 0) => units.set(group, Math.max(units.get(group) ?? 0, number));
  for (const { charts } of sections)
    for (const { control = "", test = "", metrics = [] } of charts)
      for (const { controlUnits, testUnits } of metrics) {
        add(control, controlUnits);
        add(test, testUnits);
      }
  return [...units.values()].reduce((sum, number) => sum + number, 0);
}

/** What the results have read. Facts neither start a computation nor keep one going that nobody waits for. */
function useKept(key: ReturnType<typeof summaryQuery>["queryKey"]) {
  const client = useQueryClient();
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => client.getQueryData(key),
  );
}

function Units({ experiment }: { experiment: Experiment }) {
  const { control } = route.useSearch();
  const data = useKept(summaryQuery(experiment, control).queryKey);
  const groups = `${experiment.groups.length} ${experiment.groups.length === 1 ? "group" : "groups"}`;
  const units = data ? unitsIn(data.data) : 0;
  return units === 0 ? (
    <b className="figures">{groups}</b>
  ) : (
    <span className="figures">
      <b>{count.format(units)}</b> {unitNoun(experiment.idType)} in {groups}
    </span>
  );
}

function Eligible({ experiment }: { experiment: Experiment }) {
  const { company } = route.useParams();
  const { allocation, targetingGateID: id } = experiment;
  const { data } = useQuery({ ...query("readGate", { id: id ?? "" }), enabled: Boolean(id) });
  return (
    <span className="figures">
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

/** `now` is when the experiment was read, ms. */
export function ExperimentFacts({ experiment, now }: { experiment: Experiment; now: number }) {
  const { name, status, owner, creatorName, id } = experiment;
  return (
    <PageHead
      title={name}
      state={<Status tone={statusTone(status)}>{experimentState(status)}</Status>}
      facts={[
        <Days key="days" experiment={experiment} now={now} />,
        <Units key="units" experiment={experiment} />,
        <Eligible key="who" experiment={experiment} />,
        <span key="owner">
          Owner <b>{owner?.ownerName ?? creatorName ?? "nobody"}</b>
        </span>,
        <CopyableId key="id" id={id} />,
      ]}
    />
  );
}
