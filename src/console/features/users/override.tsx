// Forces one user into a group of an experiment, or removes that override.
import { useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { groupNamed } from "#contract/experiment-plan.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import type { Unit } from "./known-user.ts";

interface OverrideProps {
  experiment: Experiment;
  unit: Unit;
}

function AddOverride({ experiment, unit, onClose }: OverrideProps & { onClose: () => void }) {
  const [group, setGroup] = useState(experiment.groups[0]?.name ?? "");
  const save = useSave("addExperimentOverrides");
  const refusal = useSaveRefusal();
  const body = { userIDOverrides: [{ groupID: group, ids: [unit.id], unitType: unit.type }] };
  return (
    <Dialog
      onClose={onClose}
      title={`Override who gets a group of ${experiment.name}`}
      description={`${unit.id} gets the group whatever the experiment would decide, in any state of it and every environment, and is no part of the results.`}
      cancelLabel="Cancel"
      action={{
        label: "Add the override",
        refusal,
        onClick: () =>
          save.mutate({ id: experiment.id, body, basedOn: experiment.version }, { onSuccess: onClose }),
      }}
    >
      <div className="pt-4">
        <Select
          label="Group"
          value={group}
          options={experiment.groups.map(({ name }) => ({ value: name, label: name }))}
          onChange={setGroup}
        />
      </div>
      {save.error ? (
        <div className="pt-4">
          <FailureNotice error={save.error} title="The override was not added" />
        </div>
      ) : null}
    </Dialog>
  );
}

/** Returns the overrides that name the user, by group and environment. */
const overridesOf = ({ userIDOverrides }: Experiment, { id }: Unit) =>
  (userIDOverrides ?? []).filter(({ ids }) => ids.includes(id));

export function Override({ experiment, unit }: OverrideProps) {
  const [isAdding, setAdding] = useState(false);
  const remove = useSave("removeExperimentOverrides");
  const refusal = useSaveRefusal();
  const own = overridesOf(experiment, unit);
  const isOfType = (experiment.idType ?? "userID") === unit.type;
  return (
    <div className="flex flex-wrap items-center gap-2 pt-2">
      {own.length === 0 ? (
        <>
          <span className="text-12 text-text-muted">
            {isOfType
              ? "No override names this user."
              : `It divides by ${experiment.idType}: this ${unit.type} cannot be overridden here.`}
          </span>
          {isOfType ? (
            <Button size="small" onClick={() => setAdding(true)}>
              Add an override
            </Button>
          ) : null}
        </>
      ) : null}
      {own.map(({ groupID, environment, unitType }) => {
        const group = groupNamed(experiment.groups, groupID)?.name ?? groupID;
        const entry = {
          groupID,
          ids: [unit.id],
          environment: environment ?? null,
          unitType: unitType ?? null,
        };
        return (
          <span key={`${groupID} ${environment}`} className="flex flex-wrap items-center gap-2">
            <span className="text-12 text-text-muted">
              Overridden into <b className="font-medium text-text">{group}</b>
              {environment ? ` in ${environment}` : ""}
            </span>
            <Button
              size="small"
              disabledReason={refusal}
              onClick={() =>
                remove.mutate({
                  id: experiment.id,
                  body: { userIDOverrides: [entry] },
                  basedOn: experiment.version,
                })
              }
            >
              Remove the override of {experiment.name}
            </Button>
          </span>
        );
      })}
      {remove.error ? <FailureNotice error={remove.error} title="The override was not removed" /> : null}
      {isAdding ? <AddOverride experiment={experiment} unit={unit} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
