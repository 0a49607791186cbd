// Dialogs that pause and resume assignment or raise the allocation; each patches one field of a running experiment.
import { useState } from "react";
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import { nextRampStep } from "#contract/experiment-ramp.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { parsePercent } from "#console/foundation/forms/percent.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";
import { actionLabels, runningRefusal } from "./action-words.ts";
import { ChangeDialog, type ChangeDialogBaseProps } from "./change-dialog.tsx";
import { WhoKeepsGroup } from "./who-keeps-group.tsx";
import { ServedShares } from "./served-shares.tsx";
import { useCheckedPatch } from "./use-checked-patch.ts";

const row = experimentEndpoints.patchExperiment;

function AssignmentDialog({ isPause, ...props }: ChangeDialogBaseProps & { isPause: boolean }) {
  const { experiment, now } = props;
  const { id, name, version, rampPlan } = experiment;
  const [reason, setReason] = useState("");
  const save = useSave("patchExperiment");
  const action = isPause ? "pause" : "resume";
  const body = {
    status: isPause ? ("assignment_stopped" as const) : ("active" as const),
    ...(reason.trim() && { changeReason: reason.trim() }),
  };
  const about = problemsOfFailure(save.error).find(({ property }) => property === "changeReason");
  const waits = rampPlan && nextRampStep(experiment) && !rampPlan.isStopped;
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={`${actionLabels[action]} of ${name}`}
      row={row}
      refusal={runningRefusal(action, experiment, now)}
      description={
        isPause
          ? "Nobody new gets a group. Whoever was exposed keeps the group, and the results go on."
          : "New users are assigned again, by the same division. Whoever has a group keeps it."
      }
      label={isPause ? "Pause the assignment" : "Resume the assignment"}
      done={isPause ? `The assignment of ${name} is paused` : `${name} assigns new users again`}
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={["changeReason"]}
    >
      <div className="grid gap-1">
        <p className="text-pretty">
          <WhoKeepsGroup experiment={experiment} isPause={isPause} />
        </p>
        {waits ? (
          <p className="text-text-muted">
            The ramp plan{" "}
            {isPause
              ? "takes no step until assignment is resumed."
              : "goes on; a step whose time has come is taken within seconds."}
          </p>
        ) : null}
      </div>
      <ReasonField value={reason} error={about?.errorMessage} onChange={setReason} />
    </ChangeDialog>
  );
}

export const PauseDialog = (props: ChangeDialogBaseProps) => <AssignmentDialog {...props} isPause />;
export const ResumeDialog = (props: ChangeDialogBaseProps) => <AssignmentDialog {...props} isPause={false} />;

export function AllocationDialog(props: ChangeDialogBaseProps) {
  const { experiment, now } = props;
  const { name } = experiment;
  const before = experiment.allocation ?? 100;
  const [typed, setTyped] = useState(String(nextRampStep(experiment)?.allocation ?? 100));
  const [reason, setReason] = useState("");
  const parsed = parsePercent(typed);
  const wanted = parsed.ok ? parsed.value : undefined;
  const problem = parsed.ok
    ? parsed.value > before
      ? undefined
      : `Must be above ${percentText(before)}: users who take part would leave it`
    : parsed.message;
  const body = { allocation: wanted ?? before, ...(reason.trim() && { changeReason: reason.trim() }) };
  const save = useCheckedPatch(experiment, body, problem === undefined);
  const found = problemsOfFailure(save.error);
  const about = (field: string) => found.find(({ property }) => property === field)?.errorMessage;
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={`${actionLabels.grow} of ${name}`}
      row={row}
      refusal={runningRefusal("grow", experiment, now)}
      description={`${percentText(before)} of those who are eligible take part now. Users who are in a group keep it; some of the others get one within seconds.`}
      label={problem === undefined ? `Let ${percentText(body.allocation)} take part` : "Let more take part"}
      done={`${percentText(body.allocation)} take part in ${name}`}
      body={body}
      fields={["allocation", "changeReason"]}
      missing={problem === undefined ? undefined : { reason: problem, field: "allocation" }}
    >
      <div className="max-w-60">
        <TextField
          id="allocation"
          label="Allocation"
          unit="%"
          isRequired
          value={typed}
          error={about("allocation") ?? (typed === "" ? undefined : problem)}
          onChange={setTyped}
        />
      </div>
      <ServedShares
        experiment={experiment}
        before={before}
        after={problem === undefined ? wanted : undefined}
      />
      <ReasonField value={reason} error={about("changeReason")} onChange={setReason} />
    </ChangeDialog>
  );
}
