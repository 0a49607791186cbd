import { useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { prepareConfig } from "#targeting/evaluate.ts";
import { CodeBlock } from "#console/code/code-block.tsx";
import { configOfDraft } from "#console/config-draft/draft-config.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { askedAttributes } from "#console/trial/asked-attributes.ts";
import { RecentUsers } from "#console/trial/recent-users.tsx";
import { RuleTraces } from "#console/trial/rule-traces.tsx";
import { userOf, type TypedUser } from "#console/trial/trial-user.ts";
import { UserFields } from "#console/trial/user-fields.tsx";
import { SectionHead } from "#console/ui/section-head.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

interface TrialTabProps {
  edit: ConfigEdit;
  gates: readonly Gate[];
  nameOf: NameOf;
  typed: TypedUser;
  onType: (typed: TypedUser) => void;
}

/** What one user gets from the config as it stands in the form, and why. Nothing is sent anywhere. */
export function TrialTab({ edit, gates, nameOf, typed, onType }: TrialTabProps) {
  const [now] = useState(() => Date.now());
  const known = useMemo(() => new Map(gates.map((gate) => [gate.id, gate])), [gates]);
  const config = useMemo(() => configOfDraft(edit.stored, edit.draft), [edit.stored, edit.draft]);
  const asked = useMemo(() => askedAttributes(config, known), [config, known]);
  const evaluator = useMemo(() => prepareConfig(config, known), [config, known]);
  const { outcome, reason, value, variant, rules } = evaluator.explain(userOf(typed, now));
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
      <section aria-label="What the user gets" aria-live="polite" className="min-w-0 pb-6">
        <SectionHead
          title="What the user gets"
          note={edit.isDirty ? "With your draft, as it stands now." : "As it is stored now."}
        />
        <p className="pb-3 text-15">
          {outcome === "unknown" ? "This cannot be judged here. " : null}
          {reason}
          {variant ? (
            <>
              {", variant "}
              <b className="font-strong">{variant.name}</b>
            </>
          ) : null}
          {outcome === "unknown" ? null : outcome === "pass" ? "." : ": the default value."}
        </p>
        {value ? (
          <CodeBlock label="Value that the user gets">{JSON.stringify(value, null, 2)}</CodeBlock>
        ) : null}
        <div className="pt-4">
          <RuleTraces traces={rules} nameOf={nameOf} />
        </div>
      </section>
    </div>
  );
}
