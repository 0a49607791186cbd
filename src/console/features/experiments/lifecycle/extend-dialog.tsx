// Extends a running experiment: its new duration, and the effect that each further week could detect.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import type { CumulativeExposures } from "#contract/cumulative-exposures.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import { effectAfter, unitsPerDay } from "#statistics/later-effect.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import { comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import { formatSize } from "#console/features/experiments/results/model/format-result.ts";
import { summaryQuery } from "#console/features/experiments/results/view-settings/summary-query.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { formatDay } from "#console/foundation/ui/time-format.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import { ChangeDialog, type ChangeDialogBaseProps } from "./change-dialog.tsx";

const day = 86_400_000;
const week = 7;

/** New units per day in the named groups, from full days only; the last day is not over. */
const paceOf = (exposures: readonly CumulativeExposures[], groups: readonly string[]) =>
  exposures
    .filter(({ groupName }) => groups.includes(groupName))
    .reduce(
      (sum, { results }) => sum + unitsPerDay(results.slice(0, -1).map(({ exposures: units }) => units)),
      0,
    );

/** Explains why the duration is invalid; undefined if it is valid. */
function durationProblem(typed: string, days: number, planned: number | undefined): string | undefined {
  const duration = Number(typed);
  if (!typed.trim() || !Number.isInteger(duration)) return "Expected a whole number of days";
  if (duration < days) return `Expected at least ${days}: it is day ${days}`;
  return duration === planned ? "It is planned for as long already" : undefined;
}

export function ExtendDialog(props: ChangeDialogBaseProps) {
  const { experiment, now } = props;
  const { id, name, version, duration, startTime } = experiment;
  const days = experimentDays(experiment, now);
  const today = days?.day ?? 1;
  const [typed, setTyped] = useState(String(Math.max(duration ?? 0, today) + week));
  const [reason, setReason] = useState("");
  const save = useSave("patchExperiment");
  const results = useQuery(summaryQuery(experiment, undefined, undefined));
  const exposures = useQuery(query("readCumulativeExposures", { id }));
  const chosen = Number(typed);
  const ends = useMemo(() => {
    const planned = duration ?? today;
    const end = Math.max(planned, today);
    const wanted = Number.isInteger(chosen) && chosen >= today && chosen <= 1000 ? [chosen] : [];
    const all = [
      ...(planned >= today ? [planned] : []),
      end + week,
      end + 2 * week,
      end + 4 * week,
      ...wanted,
    ];
    return [...new Set(all)].sort((a, b) => a - b);
  }, [duration, today, chosen]);
  const lead = useMemo(
    () =>
      results.data &&
      comparisonRows(experiment, results.data.data).find(
        ({ isPrimary, metric }) => isPrimary && metric.reversePower !== undefined,
      ),
    [experiment, results.data],
  );
  const found = problemsOfFailure(save.error);
  const about = (field: string) => found.find(({ property }) => property === field)?.errorMessage;
  const problem = durationProblem(typed, today, duration ?? undefined);
  const body = { duration: chosen, ...(reason.trim() && { changeReason: reason.trim() }) };
  const endOf = (length: number) => formatDay((startTime ?? now) + length * day);
  const table = () => {
    if (results.error || exposures.error) return <p>What a longer time finds cannot be read now.</p>;
    if (!results.data || !exposures.data) return <p>Reading what a longer time finds …</p>;
    if (!lead?.metric.reversePower)
      return <p>The results do not yet say what can be found: there are too few users.</p>;
    const { metric, control, group } = lead;
    const units = (metric.controlUnits ?? 0) + (metric.testUnits ?? 0);
    const pace = paceOf(exposures.data.data, [control, group]);
    const effect = { reversePower: metric.reversePower ?? 0, units, unitsPerDay: pace };
    const rowOf = (label: string, later: number) => {
      const size = effectAfter(effect, later);
      return [
        label,
        formatCount(Math.round(units + pace * later)),
        size === undefined ? "" : formatSize(size, "percent"),
      ];
    };
    return (
      <div className="grid gap-1">
        <NumbersTable
          caption="What a longer time finds"
          columns={["Until", "Users", `${metric.metricName}, MDE`]}
          rows={[
            rowOf(`Today, day ${today}`, 0),
            ...ends.map((length) =>
              rowOf(
                `${endOf(length)}, ${plural(length, "day")}${length === duration ? " as planned" : ""}`,
                Math.max(0, length - today),
              ),
            ),
          ]}
        />
        <p className="text-12 text-pretty text-text-muted">
          MDE: the smallest change of {metric.metricName} that {group} against {control} finds with a
          probability of 80&nbsp;%, if {plural(Math.round(pace), "new user")} a day go on coming, as in the
          last week, and their values stay as spread as now.
        </p>
      </div>
    );
  };
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={`Extend ${name}`}
      row={experimentEndpoints.patchExperiment}
      refusal={days && days.state !== "ended" ? undefined : "Only a running experiment can run longer"}
      description="It goes on as it is, with the same users in the same groups. A longer time finds smaller changes; it does not turn an inconclusive result into a clear one."
      label={problem ? "Extend the experiment" : `Extend to ${plural(chosen, "day")}`}
      done={`${name} runs until ${endOf(chosen)}`}
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={["duration", "changeReason"]}
      missing={problem ? { reason: problem, field: "duration" } : undefined}
    >
      <div className="max-w-60">
        <TextField
          id="duration"
          label="Days in all"
          value={typed}
          error={about("duration") ?? problem}
          help={problem ? undefined : `Until ${endOf(chosen)}`}
          onChange={setTyped}
        />
      </div>
      {table()}
      <ReasonField value={reason} error={about("changeReason")} onChange={setReason} />
    </ChangeDialog>
  );
}
