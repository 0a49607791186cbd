// Decides an experiment: the group that is shipped, and why. What the results say stands beside the choice.
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { SummaryCharts } from "#contract/summary-charts.ts";
import { comparisonRows } from "#console/features/experiments/results/model/comparison-rows.ts";
import { withGuardrails } from "#console/features/experiments/results/model/guardrails.ts";
import { isUnsound } from "#console/features/experiments/results/model/refusal.ts";
import {
  type EffectRow,
  metricName,
  rowsWithEffect,
  say,
  textOf,
} from "#console/features/experiments/results/model/sentence-parts.ts";
import { verdictOf } from "#console/features/experiments/results/model/verdict.ts";
import { movedSentence, ruledOut } from "#console/features/experiments/results/model/verdict-sentences.ts";
import {
  checkText,
  inOrder,
  stateOf,
} from "#console/features/experiments/results/verdict/health-messages.ts";
import { summaryQuery } from "#console/features/experiments/results/view-settings/summary-query.ts";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import type { LeadingProps } from "./change-dialog.tsx";
import { isTargeted } from "./action-words.ts";

/** An interval that holds 0 says nothing of a move. */
const sentenceOf = (row: EffectRow) =>
  row.effect.result === "inconclusive"
    ? say`Inconclusive on ${metricName(row)}: the data rule out ${ruledOut(row)}.`
    : movedSentence(row);

/** The verdict, and by group what its primary metrics did. */
function readingOf(experiment: Experiment, data: SummaryCharts, now: number) {
  const summary = withGuardrails(data);
  const verdict = verdictOf(experiment, summary, now);
  // Where the verdict says not to use the numbers, they stand beside no group.
  const rows = isUnsound(verdict) ? [] : rowsWithEffect(comparisonRows(experiment, summary));
  const primary = rows.filter(({ isPrimary }) => isPrimary);
  return {
    headline: textOf(verdict.headline),
    of: (group: string) =>
      primary
        .filter((row) => row.group === group)
        .map((row) => textOf(sentenceOf({ ...row, isOneOfMany: false })))
        .join(" "),
  };
}

/** One sentence after the other; the first one ends as a sentence does. */
function together(first: string, second: string): string {
  const [one, other] = [first.trim(), second.trim()];
  if (!other) return one;
  return `${/[.!?…]$/.test(one) ? one : `${one}.`} ${other}`;
}

interface GroupChoiceProps {
  experiment: Experiment;
  value: string;
  onChange: (id: string) => void;
  sentenceOf: (group: string) => string;
  id: string;
}

function GroupChoice({ experiment, value, onChange, sentenceOf, id }: GroupChoiceProps) {
  const { groups, controlGroupID } = experiment;
  const control = controlGroupID ?? groups[0]?.id;
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-medium">Group to ship</legend>
      <div className="border-t border-border">
        {groups.map((group, index) => (
          <label
            key={group.id}
            className="grid min-h-8 cursor-pointer grid-cols-[16px_minmax(0,1fr)] items-baseline gap-2 border-b border-border py-1.5 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              {...(index === 0 && { id })}
              checked={group.id === value}
              onChange={() => onChange(group.id)}
              className="size-4 self-start accent-(--color-accent-solid)"
            />
            <span className="min-w-0 break-words">
              <span className="font-medium">{group.name}</span>
              <span className="block text-text-muted">
                {group.id === control
                  ? "Control: all stays as it was before the experiment."
                  : sentenceOf(group.name)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function DecideDialog(props: LeadingProps) {
  const { experiment, now } = props;
  const { id, name, version, groups, healthChecks } = experiment;
  const [group, setGroup] = useState("");
  const [reason, setReason] = useState("");
  const [second, setSecond] = useState("");
  const [removeTargeting, setRemoveTargeting] = useState(false);
  const groupID = useId();
  const save = useSave("decideExperiment");
  const results = useQuery(summaryQuery(experiment, undefined, undefined));
  const reading = useMemo(
    () => results.data && readingOf(experiment, results.data.data, now),
    [experiment, results.data, now],
  );
  const open = inOrder(healthChecks ?? []).filter((check) => ["failed", "open"].includes(stateOf(check)));
  const decisionReason = together(reason, open.length > 0 ? second : "");
  const body = { id: group, decisionReason, removeTargeting };
  const found = problemsOfFailure(save.error);
  const about = (field: string) => found.find(({ property }) => property === field)?.errorMessage;
  const missing = () => {
    if (!groups.some((one) => one.id === group))
      return { reason: "Choose the group to ship", field: groupID };
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
      fields={["decisionReason"]}
      missing={missing()}
    >
      <p aria-live="polite" className="text-pretty">
        {reading
          ? reading.headline
          : results.error
            ? "The results could not be read: decide without them only for a reason."
            : "Reading the results …"}
      </p>
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
          help={<>Not passed: {open.map((check) => checkText(check)).join("; ")}. Kept with the reason.</>}
          onChange={setSecond}
        />
      ) : null}
    </ActionDialog>
  );
}
