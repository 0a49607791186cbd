import { useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { prepareGate } from "#targeting/evaluate.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { WitnessUsers } from "#console/sides/witness-users.tsx";
import { askedAttributes } from "#console/trial/asked-attributes.ts";
import { RecentUsers } from "#console/trial/recent-users.tsx";
import { RuleTraces } from "#console/trial/rule-traces.tsx";
import { userOf, type TypedUser } from "#console/trial/trial-user.ts";
import { UserFields } from "#console/trial/user-fields.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";

interface TrialTabProps {
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
export function TrialTab({ gate, isDirty, gates, nameOf, typed, onType }: TrialTabProps) {
  const [now] = useState(() => Date.now());
  const known = useMemo(() => new Map(gates.map((other) => [other.id, other])), [gates]);
  const asked = useMemo(() => askedAttributes(gate, known), [gate, known]);
  const evaluator = useMemo(() => prepareGate(gate, known), [gate, known]);
  const { outcome, reason, rules } = evaluator.explain(userOf(typed, now));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 tablet:grid-cols-[288px_minmax(0,1fr)]">
      <section aria-label="The user" className="pb-4">
        <SectionHead title="The user" />
        <p className="pb-3 text-12 text-text-muted">
          What the rules and the gates behind them look at. An empty field is an attribute that the user does
          not carry.
        </p>
        <div className="pb-3 empty:hidden">
          <RecentUsers asked={asked} userID={typed["userID"]} onTake={onType} />
        </div>
        <UserFields asked={asked} typed={typed} onChange={onType} />
      </section>
      <section aria-label="Whether the user passes" aria-live="polite" className="min-w-0 pb-6">
        <SectionHead
          title="Whether the user passes"
          note={isDirty ? "With your draft, as it stands now." : "As it is stored now."}
        />
        <p className="pb-3 text-15">
          <b className="font-strong">{verdicts[outcome]}</b> {reason}.
        </p>
        <RuleTraces traces={rules} nameOf={nameOf} />
        <WitnessUsers gate={gate} gates={gates} nameOf={nameOf} onTry={onType} />
      </section>
    </div>
  );
}
