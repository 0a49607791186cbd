// Starts an experiment: who takes part from when, and what each group gets. Opening it triggers a dry run on the server.
import { useEffect, useEffectEvent, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { percentText } from "#console/foundation/ui/wording.ts";
import { ActionDialog } from "./action-dialog.tsx";
import type { ChangeDialogBaseProps } from "./change-dialog.tsx";
import { isTargeted, refusalOf } from "./action-words.ts";
import { PlanProblems } from "./plan-problems.tsx";
import { ServedChange } from "./served-change.tsx";
import { WhoEnters } from "./who-enters.tsx";

const timeID = "analysisStartTime";

/** Lists each group with its share of eligible users and the parameters that apps get. */
function Groups({ experiment: { groups, controlGroupID, allocation } }: { experiment: Experiment }) {
  const control = controlGroupID ?? groups[0]?.id;
  return (
    <ul aria-label="Groups" className="border-t border-border">
      {groups.map(({ id, name, size, parameterValues }) => {
        const parameters = Object.entries(parameterValues ?? {});
        return (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-border py-1.5">
            <span className="min-w-0 font-medium break-words">
              {name}
              {id === control ? <span className="font-regular text-text-muted"> (control)</span> : null}
            </span>
            <span className="figures">{percentText((size * (allocation ?? 100)) / 100)}</span>
            <span className="min-w-0 basis-full text-12 break-words text-text-muted">
              {parameters.length === 0 ? (
                "No parameters"
              ) : (
                <Mono>
                  {parameters
                    .map(([parameter, value]) => `${parameter}: ${JSON.stringify(value)}`)
                    .join(", ")}
                </Mono>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function StartDialog(props: ChangeDialogBaseProps) {
  const { experiment, now } = props;
  const { id, name, version, allocation = 100 } = experiment;
  const [when, setWhen] = useState<"now" | "later">("now");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const check = useSave("startExperiment");
  const save = useSave("startExperiment");
  const isPossible = refusalOf("start", experiment, now) === undefined;
  const ask = useEffectEvent(() => {
    if (isPossible) check.mutate({ id, body: {}, dryRun: true, basedOn: version });
  });
  useEffect(() => ask(), [version]);

  const time = when === "now" ? undefined : new Date(typed).getTime();
  const body = {
    ...(time === undefined || Number.isNaN(time) ? {} : { analysisStartTime: time }),
    ...(reason.trim() && { changeReason: reason.trim() }),
  };
  const found = problemsOfFailure(save.error);
  const about = (field: string) => found.find(({ property }) => property === field)?.errorMessage;
  const own = [timeID, "changeReason"];
  const planProblems = [...problemsOfFailure(check.error), ...found].filter(
    ({ property }) => !own.includes(property),
  );
  const missing = () => {
    if (check.isPending) return { reason: "The service is checking the plan" };
    if (planProblems.length > 0) return { reason: "Its plan cannot be started" };
    return time !== undefined && Number.isNaN(time)
      ? { reason: "Say when it starts", field: timeID }
      : undefined;
  };
  const who = isTargeted(experiment) ? "users whom its targeting takes" : "all users";
  return (
    <ActionDialog
      {...props}
      action="start"
      description={`Of ${who}, ${percentText(allocation ?? 100)} take part, and apps get what their group says. The others get no group.`}
      label={time === undefined ? "Start the experiment" : "Plan the start"}
      done={time === undefined ? `${name} is started` : `${name} starts on ${formatDateTime(time)}`}
      error={save.error ?? check.error}
      isPending={save.isPending || check.isPending}
      reset={() => {
        check.reset();
        save.reset();
      }}
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={[...own, ...planProblems.map(({ property }) => property)]}
      missing={missing()}
    >
      <PlanProblems problems={planProblems} />
      <WhoEnters experiment={experiment} start={when === "now" ? now : body.analysisStartTime} />
      <Groups experiment={experiment} />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <Segment
          label="When it starts"
          value={when}
          onChange={setWhen}
          options={[
            { value: "now", label: "At once" },
            { value: "later", label: "Later" },
          ]}
        />
        {when === "later" ? (
          <TextField
            id={timeID}
            label="Start"
            type="datetime-local"
            isRequired
            value={typed}
            error={about(timeID)}
            onChange={setTyped}
          />
        ) : (
          <p className="self-center text-text-muted">Apps get it within seconds.</p>
        )}
      </div>
      <ReasonField value={reason} error={about("changeReason")} onChange={setReason} />
      <ServedChange key={version} id={id} start={body.analysisStartTime} />
      <p className="text-text-muted">
        From the start on, groups, sizes, unit, targeting and primary metrics stay as they are.
      </p>
    </ActionDialog>
  );
}
