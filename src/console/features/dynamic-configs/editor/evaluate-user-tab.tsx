import { useMemo, useState } from "react";
import type { Gate } from "#contract/gate.ts";
import { prepareConfig } from "#targeting/evaluate/evaluate.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { configOfDraft } from "#console/features/dynamic-configs/draft/draft-config.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { referencedAttributes } from "#console/rules/evaluate-user/referenced-attributes.ts";
import { RuleTraces } from "#console/rules/evaluate-user/rule-traces.tsx";
import { userOf, type TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { EvaluateUser } from "#console/rules/evaluate-user/evaluate-user.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

interface EvaluateUserTabProps {
  edit: ConfigEdit;
  gates: readonly Gate[];
  nameOf: NameOf;
  typed: TypedUser;
  onType: (typed: TypedUser) => void;
}

/** What one user gets from the config as it stands in the form, and why. Nothing is sent anywhere. */
export function EvaluateUserTab({ edit, gates, nameOf, typed, onType }: EvaluateUserTabProps) {
  const [now] = useState(() => Date.now());
  const known = useMemo(() => new Map(gates.map((gate) => [gate.id, gate])), [gates]);
  const config = useMemo(() => configOfDraft(edit.stored, edit.draft), [edit.stored, edit.draft]);
  const attributes = useMemo(() => referencedAttributes(config, known), [config, known]);
  const evaluator = useMemo(() => prepareConfig(config, known), [config, known]);
  const { outcome, reason, value, variant, rules } = evaluator.explain(userOf(typed, now));
  return (
    <EvaluateUser
      attributes={attributes}
      typed={typed}
      onType={onType}
      title="What the user gets"
      isDraft={edit.isDirty}
    >
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
    </EvaluateUser>
  );
}
