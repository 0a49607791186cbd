// Starts or ends a holdback of a decided experiment: users who stay in control so that the effect can still be measured.
import { useState } from "react";
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import { holdbackRefusal } from "#contract/experiment-holdback.ts";
import {
  ChangeDialog,
  type ChangeDialogBaseProps,
} from "#console/features/experiments/lifecycle/change-dialog.tsx";
import { shippedGroup } from "#console/features/experiments/results/model/shipped-group.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { parsePercent } from "#console/foundation/forms/percent.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";

export function HoldbackDialog(props: ChangeDialogBaseProps) {
  const { experiment } = props;
  const { id, name, version, holdback, launchedGroupID, status } = experiment;
  const [typed, setTyped] = useState("5");
  const save = useSave("patchExperiment");
  const isEnding = Boolean(holdback);
  const read = parsePercent(typed);
  const percent = isEnding || !read.ok ? 0 : read.value;
  const typedProblem = read.ok
    ? read.value > 0
      ? holdbackRefusal(experiment, launchedGroupID, read.value)
      : "Expected more than 0"
    : read.message;
  const problem = isEnding ? undefined : typedProblem;
  const refused = problemsOfFailure(save.error).find(({ property }) => property === "holdback");
  const body = { holdback: percent };
  const shipped = shippedGroup(experiment)?.name ?? "the shipped group";
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={isEnding ? `End the holdback of ${name}` : `Hold back users from ${shipped}`}
      row={experimentEndpoints.patchExperiment}
      refusal={status === "decision_made" ? undefined : "Only a decided experiment holds back users"}
      description={
        isEnding
          ? `Everyone gets ${shipped} from then on. What was measured until now stays readable.`
          : `Some users of the control go on getting it, and everyone else gets ${shipped}. Results are measured between both from now on, and say what ${shipped} does in the long run.`
      }
      label={isEnding ? "End the holdback" : `Hold back ${percentText(percent)}`}
      done={isEnding ? `Everyone gets ${shipped}` : `${percentText(percent)} stay in the control`}
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={["holdback"]}
      missing={problem ? { reason: problem, field: "holdback" } : undefined}
    >
      {isEnding ? null : (
        <div className="max-w-60">
          <TextField
            id="holdback"
            label="Hold back"
            unit="%"
            value={typed}
            error={refused?.errorMessage ?? problem}
            onChange={setTyped}
          />
        </div>
      )}
    </ChangeDialog>
  );
}
