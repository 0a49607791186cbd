// Edits the ramp plan of an experiment: the allocation from each time on, and whether a worse guardrail stops it.
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { experimentEndpoints } from "#contract/experiment-endpoints.ts";
import { maxRampSteps, rampProblems, rampTimeProblems } from "#contract/experiment-ramp.ts";
import { ReasonField } from "#console/editing/session/reason-field.tsx";
import { problemsOfFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { Checkbox } from "#console/foundation/forms/checkbox.tsx";
import { parsePercent } from "#console/foundation/forms/percent.ts";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { percentText } from "#console/foundation/ui/wording.ts";
import { ownZone } from "#console/rules/fields/date-text.ts";
import { runningRefusal } from "./action-words.ts";
import { ChangeDialog, type ChangeDialogBaseProps } from "./change-dialog.tsx";
import { stepsOf, typedSteps, usualSteps, type TypedStep } from "./ramp-draft.ts";
import { stepWords } from "./ramp-words.ts";
import { useCheckedPatch } from "./use-checked-patch.ts";

const allocationField = (index: number) => `rampPlan.steps.${index}.allocation`;

export function RampDialog(props: ChangeDialogBaseProps) {
  const { experiment, now } = props;
  const { name, rampPlan, status } = experiment;
  const stored = experiment.allocation ?? 100;
  const isSetup = status === "setup";
  const [begins, setBegins] = useState(String(isSetup && !rampPlan && stored === 100 ? 10 : stored));
  const beginning = parsePercent(begins);
  const allocation = isSetup && beginning.ok ? beginning.value : stored;
  const [typed, setTyped] = useState<readonly TypedStep[]>(() =>
    rampPlan ? typedSteps(rampPlan) : usualSteps(allocation, now),
  );
  // Off after a guardrail stop, because the same guardrail would stop the plan again at once.
  const [stops, setStops] = useState(rampPlan ? rampPlan.stopsAtGuardrail && !rampPlan.isStopped : true);
  const [reason, setReason] = useState("");
  const steps = stepsOf(typed);
  const body = {
    ...(isSetup && allocation !== stored && { allocation }),
    rampPlan: { steps, stopsAtGuardrail: stops, isStopped: false },
    ...(reason.trim() && { changeReason: reason.trim() }),
  };
  const own = [
    ...steps.flatMap(({ allocation: wanted }, index) => {
      const parsed = parsePercent(typed[index]?.allocation ?? "");
      const property = allocationField(index);
      if (!parsed.ok) return [{ property, errorMessage: parsed.message }];
      return index === 0 && isSetup && wanted <= allocation
        ? [{ property, errorMessage: `Must be above the ${percentText(allocation)} that it begins with` }]
        : [];
    }),
    ...rampProblems({ steps }),
    ...rampTimeProblems({ allocation, rampPlan: { steps, isStopped: false } }, now),
  ];
  const save = useCheckedPatch(experiment, body, own.length === 0);
  const found = problemsOfFailure(save.error);
  const about = (field: string) =>
    [...own, ...found].find(({ property }) => property === field)?.errorMessage;
  const [problem] = own;
  const left = steps.filter((step) => step.allocation > allocation);
  const set = (key: number, change: Partial<TypedStep>) =>
    setTyped((before) => before.map((step) => (step.key === key ? { ...step, ...change } : step)));
  const missing = () => {
    if (isSetup && !beginning.ok) return { reason: beginning.message, field: "begins" };
    if (problem) return { reason: problem.errorMessage, field: problem.property };
    return left.length === 0 ? { reason: "Add a step that lets more users in" } : undefined;
  };
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={`Ramp plan of ${name}`}
      row={experimentEndpoints.patchExperiment}
      refusal={runningRefusal("ramp", experiment, now)}
      description="More users take part step by step. Whoever is in a group keeps it at each step; the others get none until a step lets them in."
      label={rampPlan?.isStopped ? "Continue the plan" : "Save the plan"}
      done={`The ramp plan of ${name} is saved`}
      body={body}
      fields={found.map(({ property }) => property)}
      missing={missing()}
    >
      {isSetup ? (
        <div className="max-w-40">
          <TextField id="begins" label="Begins with" unit="%" value={begins} onChange={setBegins} />
        </div>
      ) : null}
      <ol aria-label="Steps" className="grid gap-3">
        {typed.map(({ key, allocation: share, time }, index) => {
          const isTaken = (steps[index]?.allocation ?? 0) <= allocation;
          return (
            <li key={key} className="grid grid-cols-[96px_minmax(0,1fr)_32px] items-start gap-3">
              <TextField
                id={allocationField(index)}
                label={`Step ${index + 1}`}
                unit="%"
                value={share}
                error={about(allocationField(index))}
                onChange={(text) => set(key, { allocation: text })}
              />
              <TextField
                id={`rampPlan.steps.${index}.time`}
                label="Time"
                type="datetime-local"
                value={time}
                error={about(`rampPlan.steps.${index}.time`)}
                help={isTaken ? "Taken already" : time === "" ? "Taken by hand" : undefined}
                onChange={(text) => set(key, { time: text })}
              />
              <span className="pt-5">
                <IconButton
                  label={`Remove step ${index + 1}`}
                  icon={X}
                  onClick={() => setTyped(typed.filter((step) => step.key !== key))}
                />
              </span>
            </li>
          );
        })}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          size="small"
          icon={Plus}
          disabledReason={typed.length >= maxRampSteps ? `At most ${maxRampSteps} steps` : undefined}
          onClick={() =>
            setTyped([
              ...typed,
              { key: Math.max(-1, ...typed.map(({ key }) => key)) + 1, allocation: "100", time: "" },
            ])
          }
        >
          Add a step
        </Button>
        <span className="text-12 text-text-muted">
          Times in {ownZone}. Without a time a step waits for a hand.
        </span>
      </div>
      <div className="grid gap-1">
        <Checkbox label="Stop where a guardrail is clearly worse" checked={stops} onChange={setStops} />
        <p className="text-12 text-text-muted">
          {rampPlan?.isStopped && rampPlan.stopsAtGuardrail && !stops
            ? "Off: the guardrail that stopped the plan would stop it again at once."
            : "Read by sequential intervals, which hold however often one looks. The allocation stays where it is then."}
        </p>
      </div>
      <p aria-live="polite" className="text-pretty">
        {percentText(allocation)} take part {isSetup ? "from the start" : "now"}
        {problem ? "." : left.map((step) => `, ${stepWords(step)}`).join("")}
        {problem ? "" : "."}
      </p>
      <ReasonField value={reason} error={about("changeReason")} onChange={setReason} />
    </ChangeDialog>
  );
}

/** Stops a ramp plan by hand; its steps are kept, so that it can be continued. */
export function StopRampDialog(props: ChangeDialogBaseProps) {
  const { experiment, now } = props;
  const { id, name, version, rampPlan, allocation } = experiment;
  const [reason, setReason] = useState("");
  const save = useSave("patchExperiment");
  const about = problemsOfFailure(save.error).find(({ property }) => property === "changeReason");
  const { steps = [], stopsAtGuardrail = true } = rampPlan ?? {};
  const body = {
    rampPlan: {
      steps: steps.map((step) => ({ allocation: step.allocation, time: step.time ?? null })),
      stopsAtGuardrail,
      isStopped: true,
    },
    ...(reason.trim() && { changeReason: reason.trim() }),
  };
  return (
    <ChangeDialog
      {...props}
      {...save}
      title={`Stop the ramp plan of ${name}`}
      row={experimentEndpoints.patchExperiment}
      refusal={runningRefusal("stop_ramp", experiment, now)}
      isDanger
      description={`No further step is taken: ${percentText(allocation ?? 100)} go on taking part, and apps get the same as now. The plan can be continued.`}
      label="Stop the plan"
      done={`The ramp plan of ${name} is stopped`}
      send={(onSuccess) => save.mutate({ id, body, basedOn: version }, { onSuccess })}
      body={body}
      fields={["changeReason"]}
    >
      <ReasonField value={reason} error={about?.errorMessage} onChange={setReason} />
    </ChangeDialog>
  );
}
