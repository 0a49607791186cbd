// Removes an override, or some of its ids; those users are then assigned by the experiment again.
import { useId, useState } from "react";
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import { frozenProblems } from "#contract/experiment-states.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import {
  ChangeDialog,
  type ChangeDialogBaseProps,
} from "#console/features/experiments/lifecycle/change-dialog.tsx";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { bodyOf, countOfUnits, type OverrideEntry } from "./override-entries.ts";

interface RemoveOverrideProps extends Omit<ChangeDialogBaseProps, "now"> {
  entry: OverrideEntry;
}

export function RemoveOverrideDialog({ entry, ...props }: RemoveOverrideProps) {
  const { experiment } = props;
  const { id, version } = experiment;
  const all = entry.by === "id" ? entry.ids : [];
  const [ids, setIds] = useState<readonly string[]>(all);
  const [reason, setReason] = useState("");
  const idsID = useId();
  const save = useSave("removeExperimentOverrides");
  const body = { ...bodyOf(entry, ids), ...(reason.trim() && { changeReason: reason.trim() }) };
  const about = problemsOfFailure(save.error).find(({ property }) => property === "changeReason");
  const who = entry.by === "id" ? countOfUnits(ids.length, entry.unitType) : `Who passes ${entry.id}`;
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={`Remove an override of ${experiment.name}`}
      row={experimentEndpoints.removeExperimentOverrides}
      refusal={frozenProblems(experiment, experiment)[0]?.errorMessage}
      isDanger
      description={`${who} will get what the experiment decides for them, in place of ${entry.group}.`}
      label="Remove the override"
      done="The override is removed"
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={["changeReason"]}
      missing={entry.by === "id" && ids.length === 0 ? { reason: "Name a user", field: idsID } : undefined}
    >
      {all.length > 1 ? (
        <TokensField
          id={idsID}
          label="Who leaves the override"
          values={ids}
          options={all.map((value) => ({ value, label: value }))}
          help="All of them, unless some are taken out here."
          onChange={(next) => setIds(next.filter((value) => all.includes(value)))}
        />
      ) : null}
      <ReasonField value={reason} error={about?.errorMessage} onChange={setReason} />
    </ChangeDialog>
  );
}
