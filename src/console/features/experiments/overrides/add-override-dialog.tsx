// Adds an override that puts users, by id or by a gate they pass, into a group, and states what changes for them.
import { useId, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import { frozenProblems } from "#contract/experiment-states.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import {
  ChangeDialog,
  type ChangeDialogBaseProps,
} from "#console/features/experiments/lifecycle/change-dialog.tsx";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { capitalise, plural } from "#console/foundation/ui/wording.ts";
import { knownEnvironments } from "#console/rules/fields/environments.ts";
import { useEntityOptions } from "#console/rules/fields/suggestions.ts";
import { countOfUnits, movedFrom, type OverrideEntry } from "./override-entries.ts";

const everywhere = "";
const environmentOptions = [
  { value: everywhere, label: "All" },
  ...knownEnvironments([]).map((name) => ({ value: name, label: capitalise(name) })),
];

/** Shows the parameters that apps get for the group. */
function Consequence({ experiment, group }: { experiment: Experiment; group: string }) {
  const values = experiment.groups.find(({ name }) => name === group)?.parameterValues ?? {};
  return Object.keys(values).length === 0 ? null : (
    <p className="text-12 break-words text-text-muted">
      Apps get <Mono>{JSON.stringify(values)}</Mono>
    </p>
  );
}

interface AddOverrideProps extends Omit<ChangeDialogBaseProps, "now"> {
  entries: readonly OverrideEntry[];
}

export function AddOverrideDialog({ entries, ...props }: AddOverrideProps) {
  const { experiment } = props;
  const { id, groups, version, idType } = experiment;
  const unitType = idType ?? "userID";
  const [by, setBy] = useState<"id" | "gate">("id");
  const [ids, setIds] = useState<readonly string[]>([]);
  const [gates, setGates] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [group, setGroup] = useState(groups[0]?.name ?? "");
  const [environment, setEnvironment] = useState(everywhere);
  const [reason, setReason] = useState("");
  const whoID = useId();
  const { options } = useEntityOptions({ kind: "gate", chosen: gates, typed, isWanted: by === "gate" });
  const save = useSave("addExperimentOverrides");
  const [gate = ""] = gates;
  const where = environment === everywhere ? {} : { environment };
  const body = {
    ...(by === "id"
      ? { userIDOverrides: [{ groupID: group, ids: [...ids], unitType, ...where }] }
      : { overrides: [{ groupID: group, type: "gate" as const, id: gate, ...where }] }),
    ...(reason.trim() && { changeReason: reason.trim() }),
  };
  const problems = problemsOfFailure(save.error);
  const about = (...fields: string[]) =>
    problems.find(({ property }) => fields.some((field) => property.startsWith(field)))?.errorMessage;
  const list = by === "id" ? "userIDOverrides" : "overrides";
  const isChosen = by === "id" ? ids.length > 0 : gate !== "";
  const moved = by === "id" ? movedFrom(entries, { group, environment: environment || null, ids }) : [];
  const who = by === "id" ? countOfUnits(ids.length, unitType) : `Everyone who passes ${gate}`;
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={`Override who gets a group of ${experiment.name}`}
      row={experimentEndpoints.addExperimentOverrides}
      refusal={frozenProblems(experiment, experiment)[0]?.errorMessage}
      description="They get the group whatever the experiment would decide, in any state of it, and are no part of the results."
      label="Add the override"
      done="The override is added"
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={problems.map(({ property }) => property)}
      missing={isChosen ? undefined : { reason: by === "id" ? "Name a user" : "Choose a gate", field: whoID }}
    >
      <Segment
        label="Who is overridden"
        value={by}
        onChange={(next) => {
          setBy(next);
          save.reset();
        }}
        options={[
          { value: "id", label: "Users by id" },
          { value: "gate", label: "Who passes a gate" },
        ]}
      />
      {by === "id" ? (
        <TokensField
          id={whoID}
          label={unitType}
          isRequired
          values={ids}
          error={about(`${list}.0.ids`, `${list}.0.unitType`)}
          help="Enter or a comma adds one; a list can be pasted. They count to the letter."
          onChange={setIds}
        />
      ) : (
        <TokensField
          id={whoID}
          label="Gate"
          isRequired
          max={1}
          values={gates}
          options={options}
          error={about(`${list}.0.id`, `${list}.0.type`)}
          onChange={setGates}
          onType={setTyped}
        />
      )}
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Select
          label="Group"
          value={group}
          options={groups.map(({ name }) => ({ value: name, label: name }))}
          error={about(`${list}.0.groupID`)}
          onChange={setGroup}
        />
        <Select
          label="Environment"
          value={environment}
          options={environmentOptions}
          error={about(`${list}.0.environment`)}
          onChange={setEnvironment}
        />
      </div>
      <div aria-live="polite" className="grid gap-1">
        <p className="text-pretty break-words">
          {isChosen
            ? `${who} will get ${group}${environment ? ` in ${environment}` : ""}.`
            : "Nobody is named yet."}
          {moved.map(
            ({ group: other, count }) =>
              ` ${plural(count, "of them leaves", "of them leave")} the override of ${other}.`,
          )}
        </p>
        <Consequence experiment={experiment} group={group} />
        {about("overrides", "userIDOverrides") && !about(`${list}.0`) ? (
          <p className="text-danger">{about("overrides", "userIDOverrides")}</p>
        ) : null}
      </div>
      <ReasonField value={reason} error={about("changeReason")} onChange={setReason} />
    </ChangeDialog>
  );
}
