import { Trash2 } from "lucide-react";
import { useState } from "react";
import {
  addParameter,
  changeParameter,
  removeParameter,
} from "#console/features/experiments/plan/draft/group-edits.ts";
import {
  parameterTypes,
  typeLabels,
  type ParameterType,
} from "#console/features/experiments/plan/draft/parameter-cells.ts";
import type { ParameterDraft, PlanDraft } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { capitalise } from "#console/foundation/ui/wording.ts";

interface ParameterDialogProps {
  draft: PlanDraft;
  /** Undefined for a new parameter. */
  parameter: ParameterDraft | undefined;
  onChange: (part: Partial<PlanDraft>) => void;
  onClose: () => void;
}

const nameID = "parameter-name";

/** Edits the name and type of a parameter, which apply to all groups. */
export function ParameterDialog({ draft, parameter, onChange, onClose }: ParameterDialogProps) {
  const [name, setName] = useState(parameter?.name ?? "");
  const [type, setType] = useState<ParameterType>(parameter?.type ?? "text");
  const [isTried, setIsTried] = useState(false);
  const wanted = name.trim();
  const isTaken = draft.parameters.some((one) => one.name === wanted && one.key !== parameter?.key);
  const problem =
    wanted === "" ? "Give the parameter a name" : isTaken ? "Another parameter has this name" : undefined;
  const submit = () => {
    setIsTried(true);
    if (problem) return;
    const next = { name: wanted, type };
    onChange(parameter ? changeParameter(draft, parameter.key, next) : addParameter(draft, next));
    onClose();
  };
  const remove = () => {
    if (parameter) onChange(removeParameter(draft, parameter.key));
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={parameter ? `Change ${parameter.name}` : "Add a parameter"}
      description="Apps read it by this name, in every group."
      startsAt={nameID}
      width={440}
      cancelLabel="Cancel"
      foot={
        parameter ? (
          <Button variant="quiet" icon={Trash2} onClick={remove}>
            Remove from all groups
          </Button>
        ) : null
      }
      action={{ label: parameter ? "Change it" : "Add it", onClick: submit }}
    >
      <form
        noValidate
        className="grid gap-4 pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          id={nameID}
          label="Name"
          isRequired
          value={name}
          error={isTried || isTaken ? problem : undefined}
          onChange={setName}
        />
        <Segment
          label="Type"
          value={type}
          onChange={setType}
          options={parameterTypes.map((value) => ({ value, label: capitalise(typeLabels[value]) }))}
        />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
