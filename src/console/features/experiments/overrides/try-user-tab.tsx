// Tries a typed or recent user: the group the experiment assigns, why, and the parameters that apps get.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, CircleHelp, Minus, X } from "lucide-react";
import { useMemo, useState } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { isUserID } from "#targeting/evaluate/places.ts";
import {
  explainExperiment,
  referencedRules,
  type StepTrace,
} from "#targeting/experiments/explain-experiment.ts";
import { query } from "#console/foundation/api/query.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { EvaluateUser } from "#console/rules/evaluate-user/evaluate-user.tsx";
import type { TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { useReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import { passedText, reasonOf, wordsFor } from "#console/rules/evaluate-user/step-words.ts";
import { isAssignmentStopped, withAssigned } from "#console/rules/evaluate-user/with-assigned.ts";
import { withOverrides } from "#console/rules/evaluate-user/with-overrides.ts";

const noUser: TypedUser = {};

const marks = {
  decides: { Icon: Check, tone: "text-accent", word: "decides" },
  "does not hold": { Icon: X, tone: "text-text-faint", word: "goes on" },
  "not judged": { Icon: CircleHelp, tone: "text-warning", word: "cannot be judged" },
  "not reached": { Icon: Minus, tone: "text-text-faint", word: "not asked any more" },
} as const;

/** The steps of the evaluation, without those that were not reached. */
function Steps({ steps, words }: { steps: readonly StepTrace[]; words: ReturnType<typeof wordsFor> }) {
  return (
    <ol aria-label="Step by step" className="mb-4 border-t border-border">
      {steps
        .filter(({ result }) => result !== "not reached")
        .map((trace) => {
          const { Icon, tone, word } = marks[trace.result];
          const text = trace.result === "does not hold" ? passedText(trace, words) : reasonOf(trace, words);
          return (
            <li
              key={trace.step.id}
              className="flex min-h-8 items-baseline gap-2 border-b border-border py-1.5"
            >
              <Icon size={14} aria-hidden className={`shrink-0 self-center ${tone}`} />
              <span
                className={`min-w-0 wrap-anywhere ${trace.result === "decides" ? "" : "text-text-muted"}`}
              >
                {text}
                <span className="sr-only">, {word}</span>
              </span>
            </li>
          );
        })}
    </ol>
  );
}

/** Returns the typed unit ID of the type that the experiment randomizes by. */
const unitOf = (typed: TypedUser, idType: string | null | undefined) =>
  (!idType || isUserID(idType) ? typed["userID"] : typed[`customIDs.${idType}`]) ?? "";

function TryUser({ experiment: planned }: { experiment: Experiment }) {
  const [typed, setTyped] = useState(noUser);
  const unit = unitOf(typed, planned.idType);
  const { data: assigned } = useQuery({
    ...query("readAssignedUnits", { id: planned.id, unit }),
    enabled: isAssignmentStopped(planned),
    placeholderData: keepPreviousData,
  });
  const experiment = useMemo(
    () => withAssigned(planned, unit, assigned?.data),
    [planned, unit, assigned?.data],
  );
  const rules = useMemo(() => referencedRules(experiment), [experiment]);
  const gates = useReferencedGates(rules);
  const explain = useMemo(() => explainExperiment(experiment, gates.byID), [experiment, gates.byID]);
  const words = wordsFor(experiment, gates.nameOf);
  return (
    <EvaluateUser
      owner={{ idType: experiment.idType, rules }}
      gates={gates}
      explain={explain}
      typed={typed}
      onType={setTyped}
      title="The group of the user"
      isDraft={false}
    >
      {({ decided, notJudged, value, steps }) => {
        const group = decided?.step.group;
        return (
          <>
            <p className="pb-3 text-15">
              {notJudged === undefined ? (
                <>
                  <b className="font-strong">{group ? group.name : "In no group"}.</b>{" "}
                  {decided ? reasonOf(decided, words) : "The groups do not reach this far"}.
                </>
              ) : (
                <>
                  <b className="font-strong">This cannot be judged here.</b> {notJudged}.
                </>
              )}
            </p>
            {group ? (
              <div className="pb-4">
                <CodeBlock label="Parameters that the user gets">{JSON.stringify(value, null, 2)}</CodeBlock>
              </div>
            ) : (
              <p className="pb-4 text-text-muted">Apps get no parameters, and use their own defaults.</p>
            )}
            <Steps steps={steps} words={words} />
          </>
        );
      }}
    </EvaluateUser>
  );
}

export function TryUserTab({ experiment }: { experiment: Experiment }) {
  const { data, error, refetch } = useQuery(query("readExperimentOverrides", { id: experiment.id }));
  const overrides = data?.data;
  const whole = useMemo(() => overrides && withOverrides(experiment, overrides), [experiment, overrides]);
  if (whole) return <TryUser experiment={whole} />;
  return error ? (
    <FailureNotice error={error} title="The overrides could not be read" retry={() => void refetch()} />
  ) : (
    <SkeletonRows rows={8} label="Loading the overrides" />
  );
}
