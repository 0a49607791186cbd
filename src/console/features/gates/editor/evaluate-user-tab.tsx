import { useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { prepareGate } from "#targeting/evaluate/evaluate.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { ExampleUsers } from "#console/features/gates/backtest/example-users.tsx";
import { referencedAttributes } from "#console/rules/evaluate-user/referenced-attributes.ts";
import { RuleTraces } from "#console/rules/evaluate-user/rule-traces.tsx";
import { userOf, type TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { EvaluateUser } from "#console/rules/evaluate-user/evaluate-user.tsx";

interface EvaluateUserTabProps {
  /** As it stands in the form. */
  gate: Gate;
  isDirty: boolean;
  gates: readonly Gate[];
  nameOf: NameOf;
  typed: TypedUser;
  onType: (typed: TypedUser) => void;
}

const verdicts = { pass: "Passes.", fail: "Does not pass.", unknown: "This cannot be judged here." } as const;

/** Whether one user passes the gate as it stands in the form, and why. Nothing is sent anywhere. */
export function EvaluateUserTab({ gate, isDirty, gates, nameOf, typed, onType }: EvaluateUserTabProps) {
  const [now] = useState(() => Date.now());
  const known = useMemo(() => new Map(gates.map((other) => [other.id, other])), [gates]);
  const attributes = useMemo(() => referencedAttributes(gate, known), [gate, known]);
  const evaluator = useMemo(() => prepareGate(gate, known), [gate, known]);
  const { outcome, reason, rules } = evaluator.explain(userOf(typed, now));
  return (
    <EvaluateUser
      attributes={attributes}
      typed={typed}
      onType={onType}
      title="Whether the user passes"
      isDraft={isDirty}
    >
      <p className="pb-3 text-15">
        <b className="font-strong">{verdicts[outcome]}</b> {reason}.
      </p>
      <RuleTraces traces={rules} nameOf={nameOf} />
      <ExampleUsers gate={gate} gates={gates} nameOf={nameOf} onTry={onType} />
    </EvaluateUser>
  );
}
