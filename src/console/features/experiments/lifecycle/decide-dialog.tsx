// Decides an experiment: which group is shipped, and why. The results are shown beside each choice.
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { holdbackRefusal } from "#contract/experiment-holdback.ts";
import { figureOf, inOrder, stateOf } from "#console/features/experiments/results/verdict/health-messages.ts";
import { CheckName } from "#console/features/experiments/results/verdict/check-name.tsx";
import { summaryQuery } from "#console/features/experiments/results/view-settings/summary-query.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { parsePercent } from "#console/foundation/forms/percent.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import type { ChangeDialogBaseProps } from "./change-dialog.tsx";
import { isTargeted } from "./action-words.ts";
import { decisionReading } from "./decision-reading.ts";
import { GroupChoice } from "./group-choice.tsx";

/** Joins two sentences, adding a full stop to the first if needed. */
function together(first: string, second: string): string {
  const [one, other] = [first.trim(), second.trim()];
  if (!other) return one;
  return `${/[.!?…]$/.test(one) ? one : `${one}.`} ${other}`;
}

/** Parses the holdback percentage (0 if empty), with the problem if it is not possible. */
function heldBack(experiment: Experiment, group: string, typed: string) {
  if (!typed.trim()) return { percent: 0 };
  const read = parsePercent(typed);
  if (!read.ok) return { percent: 0, problem: read.message };
  const problem = group ? holdbackRefusal(experiment, group, read.value) : undefined;
  return problem ? { percent: read.value, problem } : { percent: read.value };
}

export function DecideDialog(props: ChangeDialogBaseProps) {
  const { experiment, now } = props;
  const { id, name, version, groups, healthChecks } = experiment;
  const [group, setGroup] = useState("");
  const [reason, setReason] = useState("");
  const [second, setSecond] = useState("");
  const [removeTargeting, setRemoveTargeting] = useState(false);
  const [typedHoldback, setTypedHoldback] = useState("");
  const groupID = useId();
  const save = useSave("decideExperiment");
  const results = useQuery(summaryQuery(experiment, undefined, undefined));
  const reading = useMemo(
    () => results.data && decisionReading(experiment, results.data.data, now),
    [experiment, results.data, now],
  );
  const open = inOrder(healthChecks ?? []).filter((check) => ["failed", "open"].includes(stateOf(check)));
  const decisionReason = together(reason, open.length > 0 ? second : "");
  const isControl = group === (experiment.controlGroupID ?? groups[0]?.id);
  const holdback = heldBack(experiment, group, isControl ? "" : typedHoldback);
  const body = {
    id: group,
    decisionReason,
    removeTargeting,
    ...(holdback.percent > 0 && { holdback: holdback.percent }),
  };
  const found = problemsOfFailure(save.error);
  const about = (field: string) => found.find(({ property }) => property === field)?.errorMessage;
  const missing = () => {
    if (!groups.some((one) => one.id === group))
      return { reason: "Choose the group to ship", field: groupID };
    if (holdback.problem) return { reason: holdback.problem, field: "holdback" };
    if (!reason.trim()) return { reason: "Say why", field: "decisionReason" };
    return open.length > 0 && !second.trim()
      ? { reason: "Say why in spite of the checks", field: "despiteChecks" }
      : undefined;
  };
  const shipped = groups.find((one) => one.id === group)?.name;
  return (
    <ActionDialog
      {...props}
      {...save}
      action="decide"
      description="It ends now, and apps get the parameters of the shipped group, whichever group a user was in."
      label={shipped === undefined ? "Ship the group" : `Ship ${shipped}`}
      done={`${name} is decided: ${shipped ?? ""} is shipped`}
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={["decisionReason", "holdback"]}
      missing={missing()}
    >
      <div aria-live="polite" className="grid gap-1 text-pretty">
        <p>
          {reading
            ? reading.headline
            : results.error
              ? "The results could not be read: decide without them only for a reason."
              : "Reading the results …"}
        </p>
        {reading?.holding ? <p className="text-text-muted">{reading.holding}</p> : null}
      </div>
      {open.length > 0 ? (
        <section aria-label="Checks that did not pass">
          <h3 className="mb-1 text-12 font-medium">Checks that did not pass</h3>
          <ul className="grid gap-0.5">
            {open.map((check) => (
              <li key={check.name}>
                <CheckName check={check} figure={figureOf(check)} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <GroupChoice
        experiment={experiment}
        value={group}
        onChange={setGroup}
        sentenceOf={(one) => reading?.of(one) ?? ""}
        id={groupID}
      />
      {isTargeted(experiment) ? (
        <div className="grid gap-1">
          <span className="text-12 font-medium">Who gets it</span>
          <Segment
            label="Who gets it"
            value={removeTargeting ? "everyone" : "targeted"}
            onChange={(value) => setRemoveTargeting(value === "everyone")}
            options={[
              { value: "targeted", label: "Targeted users" },
              { value: "everyone", label: "Everyone" },
            ]}
          />
          <p className="text-12 text-text-muted">
            {removeTargeting
              ? "The targeting no longer counts."
              : "The targeting stays: users whom it leaves out get no group."}
          </p>
        </div>
      ) : null}
      {shipped !== undefined && !isControl ? (
        <div className="max-w-60">
          <TextField
            id="holdback"
            label="Hold back (optional)"
            unit="%"
            value={typedHoldback}
            error={about("holdback") ?? holdback.problem}
            help="Users who stay in the control, beside whom the effect is measured further."
            onChange={setTypedHoldback}
          />
        </div>
      ) : null}
      <TextField
        id="decisionReason"
        label="Why, in a sentence"
        isRequired
        multiline
        value={reason}
        error={about("decisionReason")}
        help="Stands on the page of the experiment and in its history."
        onChange={setReason}
      />
      {open.length > 0 ? (
        <TextField
          id="despiteChecks"
          label="Why in spite of the checks"
          isRequired
          multiline
          value={second}
          help="Kept with the reason."
          onChange={setSecond}
        />
      ) : null}
    </ActionDialog>
  );
}
