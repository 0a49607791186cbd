// Paged lists of gates, configs and experiments with their answers to one user.
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { EventUser } from "#contract/event.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Rule } from "#contract/rule.ts";
import { prepareConfig, prepareGate } from "#targeting/evaluate/evaluate.ts";
import { readPlaces, userOfEvents } from "#targeting/evaluate/event-user.ts";
import type { User } from "#targeting/evaluate/places.ts";
import type { RuleOwner } from "#targeting/evaluate/rules.ts";
import { explainExperiment, referencedRules } from "#targeting/experiments/explain-experiment.ts";
import { query, queryPage } from "#console/foundation/api/query.ts";
import { Paging } from "#console/foundation/table/paging.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { reasonOf, wordsFor } from "#console/rules/evaluate-user/step-words.ts";
import { isAssignmentStopped, withAssigned } from "#console/rules/evaluate-user/with-assigned.ts";
import { withOverrides } from "#console/rules/evaluate-user/with-overrides.ts";
import { useReferencedGates, type ReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import { AnswerRow, type Answered } from "./answer-row.tsx";
import { Override } from "./override.tsx";
import type { Unit } from "./known-user.ts";

const limit = 10;

interface AnswersProps {
  unit: Unit;
  user: EventUser;
  at: number | undefined;
  named: string;
  page: number;
  onPage: (page: number) => void;
}

const inputOf = ({ named, page }: AnswersProps) => ({ limit, page, ...(named && { named }) });

type Asking = Pick<RuleOwner, "idType"> & { rules: readonly Rule[] };

/** Returns the user with the attributes that the rules, and the gates that they refer to, read. */
function useAsked(owners: readonly Asking[], { user, at }: AnswersProps) {
  const gates = useReferencedGates(owners.flatMap(({ rules }) => rules));
  const [now] = useState(() => Date.now());
  const asked: User = userOfEvents(user, readPlaces([...owners, ...gates.byID.values()]), at ?? now);
  return { gates, asked };
}

interface ListProps {
  read: { data?: unknown; error: Error | null; refetch: () => unknown };
  gates: ReferencedGates;
  total: number | undefined;
  noun: string;
  props: AnswersProps;
  children: ReactNode;
}

/** Answers wait for the gates that rules refer to, because they cannot be evaluated without them. */
function List({ read, gates, total = 0, noun, props, children }: ListProps) {
  const error = read.error ?? gates.error;
  if (error)
    return (
      <FailureNotice
        error={error}
        title={`The ${noun} could not be read`}
        retry={() => {
          void read.refetch();
          gates.retry();
        }}
      />
    );
  if (!read.data || !gates.isComplete) return <SkeletonRows label={`Loading the ${noun}`} />;
  if (total === 0)
    return (
      <p className="py-2 text-text-muted">
        {props.named ? `No ${noun} have this name or id.` : `There are no ${noun} yet.`}
      </p>
    );
  return (
    <>
      <ul aria-label={`Answers of ${noun}`} className="min-h-0 overflow-y-auto border-t border-border">
        {children}
      </ul>
      {total > limit ? (
        // The paging stays below its list instead of sticking to the viewport, as the list is in a column beside others.
        <div className="[&>nav]:static [&>nav>span>p]:sr-only [&>nav>span>p]:min-w-0">
          <Paging
            total={total}
            page={props.page}
            limit={limit}
            noun={noun}
            label="Pages of answers"
            onPage={props.onPage}
          />
        </div>
      ) : null}
    </>
  );
}

const none: readonly never[] = [];
const words = { pass: "Passes", fail: "Does not pass", unknown: "Cannot say" } as const;
const tones = { pass: "yes", fail: "no", unknown: "unknown" } as const;

export function GateAnswers(props: AnswersProps) {
  const read = useQuery(queryPage("listGates", inputOf(props)));
  const listed = read.data?.data ?? none;
  const { gates, asked } = useAsked(listed, props);
  return (
    <List read={read} gates={gates} total={read.data?.pagination?.totalItems} noun="gates" props={props}>
      {listed.map((gate) => {
        const { outcome, reason, rules } = prepareGate(gate, gates.byID).explain(asked);
        const answered: Answered = {
          id: gate.id,
          name: gate.name,
          to: "/$company/gates/$id",
          answer: words[outcome],
          tone: tones[outcome],
          reason,
          rules,
        };
        return <AnswerRow key={gate.id} answered={answered} nameOf={gates.nameOf} />;
      })}
    </List>
  );
}

export function ConfigAnswers(props: AnswersProps) {
  const read = useQuery(queryPage("listDynamicConfigs", inputOf(props)));
  const listed = read.data?.data ?? none;
  const { gates, asked } = useAsked(listed, props);
  return (
    <List read={read} gates={gates} total={read.data?.pagination?.totalItems} noun="configs" props={props}>
      {listed.map((config) => {
        const { outcome, reason, rules, value, variant } = prepareConfig(config, gates.byID).explain(asked);
        const answered: Answered = {
          id: config.id,
          name: config.name ?? config.id,
          to: "/$company/dynamic_configs/$id",
          answer:
            outcome === "unknown"
              ? words.unknown
              : (variant?.name ?? (outcome === "pass" ? "Value of a rule" : "Default value")),
          tone: tones[outcome],
          reason,
          rules,
        };
        return (
          <AnswerRow key={config.id} answered={answered} nameOf={gates.nameOf}>
            {value ? (
              <pre className="overflow-x-auto rounded bg-surface-sunken p-2 font-mono text-12">
                {JSON.stringify(value, null, 2)}
              </pre>
            ) : null}
          </AnswerRow>
        );
      })}
    </List>
  );
}

/**
 * Adds the overrides of the experiments and, where assignment has stopped, whether the unit was in; until loaded, returns
 * them as listed.
 */
function useWithOverrides(listed: readonly Experiment[], unit: Unit) {
  const overrideReads = useQueries({
    queries: listed.map(({ id }) => query("readExperimentOverrides", { id })),
  });
  const stopped = listed.filter(
    (experiment) => isAssignmentStopped(experiment) && (experiment.idType || "userID") === unit.type,
  );
  const assignedReads = useQueries({
    queries: stopped.map(({ id }) => query("readAssignedUnits", { id, unit: unit.id })),
  });
  const reads = [...overrideReads, ...assignedReads];
  const isRead = reads.every(({ data }) => data !== undefined);
  const error = reads.find((read) => read.error)?.error ?? null;
  const experiments = listed.map((experiment, index) => {
    const overrides = overrideReads[index]?.data?.data;
    const assigned = assignedReads[stopped.indexOf(experiment)]?.data?.data;
    return withAssigned(overrides ? withOverrides(experiment, overrides) : experiment, unit.id, assigned);
  });
  return { experiments, isRead, error, refetch: () => reads.map(({ refetch }) => refetch()) };
}

export function ExperimentAnswers(props: AnswersProps) {
  const read = useQuery(queryPage("listExperiments", inputOf(props)));
  const whole = useWithOverrides(read.data?.data ?? none, props.unit);
  const owners = whole.experiments.map((experiment) => ({
    idType: experiment.idType,
    rules: referencedRules(experiment),
  }));
  const { gates, asked } = useAsked(owners, props);
  return (
    <List
      read={{
        data: whole.isRead ? read.data : undefined,
        error: read.error ?? whole.error,
        refetch: () => [read.refetch(), whole.refetch()],
      }}
      gates={gates}
      total={read.data?.pagination?.totalItems}
      noun="experiments"
      props={props}
    >
      {whole.experiments.map((experiment) => {
        const { decided, notJudged, value, rules } = explainExperiment(experiment, gates.byID)(asked);
        const group = decided?.step.group;
        const told = wordsFor(experiment, gates.nameOf);
        const answered: Answered = {
          id: experiment.id,
          name: experiment.name,
          to: "/$company/experiments/$id",
          answer: notJudged === undefined ? (group?.name ?? "In no group") : words.unknown,
          tone: notJudged === undefined ? (group ? "yes" : "no") : "unknown",
          reason: notJudged ?? (decided ? reasonOf(decided, told) : "The groups do not reach this far"),
          rules,
        };
        return (
          <AnswerRow key={experiment.id} answered={answered} nameOf={gates.nameOf}>
            {Object.keys(value).length > 0 ? (
              <pre className="overflow-x-auto rounded bg-surface-sunken p-2 font-mono text-12">
                {JSON.stringify(value, null, 2)}
              </pre>
            ) : null}
            <Override experiment={experiment} unit={props.unit} />
          </AnswerRow>
        );
      })}
    </List>
  );
}
