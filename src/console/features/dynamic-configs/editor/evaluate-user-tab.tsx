import { useMemo } from "react";
import { prepareConfig } from "#targeting/evaluate/evaluate.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { configOfDraft } from "#console/features/dynamic-configs/draft/config-of-draft.ts";
import { EvaluateUser } from "#console/rules/evaluate-user/evaluate-user.tsx";
import type { TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";

interface EvaluateUserTabProps {
  edit: ConfigEdit;
  typed: TypedUser;
  onType: (typed: TypedUser) => void;
}

/** Evaluates the draft of the config for one user, and explains the result. */
export function EvaluateUserTab({ edit, typed, onType }: EvaluateUserTabProps) {
  const { gates, stored, draft, isDirty } = edit;
  const config = useMemo(() => configOfDraft(stored, draft), [stored, draft]);
  const { explain } = useMemo(() => prepareConfig(config, gates.byID), [config, gates.byID]);
  return (
    <EvaluateUser
      owner={config}
      gates={gates}
      explain={explain}
      typed={typed}
      onType={onType}
      title="What the user gets"
      isDraft={isDirty}
    >
      {({ outcome, reason, value, variant }) => (
        <div className="pb-4">
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
        </div>
      )}
    </EvaluateUser>
  );
}
