import { useMemo } from "react";
import type { Gate } from "#contract/gate.ts";
import { prepareGate } from "#targeting/evaluate/evaluate.ts";
import { ExampleUsers } from "#console/features/gates/backtest/example-users.tsx";
import { EvaluateUser } from "#console/rules/evaluate-user/evaluate-user.tsx";
import type { TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import type { GateEdit } from "#console/features/gates/draft/gate-adapter.ts";

interface EvaluateUserTabProps {
  edit: GateEdit;
  /** The gate with the draft's changes. */
  gate: Gate;
  typed: TypedUser;
  onType: (typed: TypedUser) => void;
}

const verdicts = { pass: "Passes.", fail: "Does not pass.", unknown: "This cannot be judged here." } as const;

/** Evaluates the draft of the gate for one user, and explains the result. */
export function EvaluateUserTab({ edit: { gates, isDirty }, gate, typed, onType }: EvaluateUserTabProps) {
  const { byID } = gates;
  const { explain } = useMemo(() => prepareGate(gate, byID), [gate, byID]);
  return (
    <EvaluateUser
      owner={gate}
      gates={gates}
      explain={explain}
      typed={typed}
      onType={onType}
      title="Whether the user passes"
      isDraft={isDirty}
      after={<ExampleUsers gate={gate} gates={gates} onTry={onType} />}
    >
      {({ outcome, reason }) => (
        <p className="pb-3 text-15">
          <b className="font-strong">{verdicts[outcome]}</b> {reason}.
        </p>
      )}
    </EvaluateUser>
  );
}
