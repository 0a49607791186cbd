// The editor of one config: all tabs share one draft, which is persisted; every save is preceded by a dry run.
import { Suspense, useMemo, useState, type ReactNode } from "react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Problem } from "#contract/api-error.ts";
import { DraftHistory } from "#console/editing/session/draft-history.tsx";
import { DraftSession } from "#console/editing/session/draft-session.tsx";
import { fieldID } from "#console/editing/session/problem-place.ts";
import { useDraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { configDraftOf } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { sentFields } from "#console/features/dynamic-configs/draft/sent-fields.ts";
import {
  ConfigReview,
  replacesUnknownID,
  type AcceptedConfig,
} from "#console/features/dynamic-configs/editor/review/config-review.tsx";
import { draftValues } from "#console/features/dynamic-configs/editor/schema-impact/draft-values.ts";
import { problemsOfRefusals } from "#console/features/dynamic-configs/editor/schema-impact/schema-impact.ts";
import {
  useSchemaImpact,
  type SchemaImpact,
} from "#console/features/dynamic-configs/editor/schema-impact/use-schema-impact.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { ChecksOutline } from "#console/rules/checks/checks-outline.tsx";
import type { TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { ConfigHead } from "./config-head.tsx";
import { ConfigMenu } from "./config-menu.tsx";
import type { ConfigTab } from "./dynamic-config-search.ts";
import { configAdapter } from "#console/features/dynamic-configs/draft/config-adapter.ts";
import { EvaluateUserTab } from "./evaluate-user-tab.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { SchemaTab } from "./schema-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { useRemovedRules } from "./use-removed-rules.ts";

const ChecksTab = lazyPart(
  "The checks",
  async () => (await import("#console/rules/checks/checks-tab.tsx")).ChecksTab,
);

interface ConfigEditorProps {
  config: DynamicConfig;
  /** Fields that the service returns; "all" if it returns whole configs. */
  known: ReadonlySet<string> | "all";
  /** Storage key of the draft in this browser. */
  slot: string;
  tab: ConfigTab;
  /** Renders the tabs, given the number of rules in the draft. */
  tabs: (rules: number) => ReactNode;
}

/** Combines reported validation errors with live ones for fields that have no reported error. */
function allProblems(reported: readonly Problem[], impact: SchemaImpact | undefined): readonly Problem[] {
  const places = new Set(reported.map(({ property }) => fieldID(property)));
  const ofSchema = (impact?.schemaProblems ?? []).map((errorMessage) => ({
    property: "schema",
    errorMessage,
  }));
  const live = [...ofSchema, ...problemsOfRefusals(impact?.refusals ?? [])];
  return [...reported, ...live.filter(({ property }) => !places.has(fieldID(property)))];
}

export function ConfigEditor({ config, known, slot, tab, tabs }: ConfigEditorProps) {
  const edit = useDraftEdit(configAdapter, config, slot);
  const [replacesUnknown, setReplacesUnknown] = useState<AcceptedConfig>();
  const [typedUser, setTypedUser] = useState<TypedUser>({});
  const { accepted, stored, draft } = edit;
  const removed = useRemovedRules(draft.rules, configDraftOf(edit.base).rules);
  const values = useMemo(() => draftValues(draft), [draft]);
  const impact = useSchemaImpact(draft.schema, values);
  const problems = useMemo(() => allProblems(edit.problems, impact), [edit.problems, impact]);
  const hasUnknown =
    accepted !== undefined &&
    sentFields(stored, accepted.body, known).some(({ origin }) => origin === "unknown");
  const agreed = replacesUnknown === accepted;
  return (
    <DraftSession
      edit={edit}
      blockedField={replacesUnknownID}
      blockedBy={hasUnknown && !agreed ? "Agree first to replace the fields that are not known." : undefined}
      problems={problems}
      hasSteadyFooter
      onSaved={removed.forget}
      onDiscard={removed.forget}
      head={
        <>
          <ConfigMenu config={edit.stored} />
          <ConfigHead edit={edit} />
          {tabs(draft.rules.length)}
        </>
      }
      notice={
        known === "all" ? null : (
          <Notice tone="warning" title="This service answers only the rules of this config">
            Its state, default value, schema, description and tags are not known here. A save replaces them:
            with what you enter, and with nothing where you enter nothing. The review asks before it does.
          </Notice>
        )
      }
      review={(reviewed) => (
        <ConfigReview
          edit={edit}
          accepted={reviewed}
          known={known}
          replacesUnknown={agreed}
          onReplaceUnknown={(next) => setReplacesUnknown(next ? reviewed : undefined)}
        />
      )}
    >
      {(tab === "rules" || tab === "default") && (
        <RulesTab edit={edit} problems={problems} removed={removed} />
      )}
      {tab === "checks" && (
        <Suspense fallback={<ChecksOutline />}>
          <ChecksTab kind="config" id={stored.id} />
        </Suspense>
      )}
      {tab === "schema" && <SchemaTab edit={edit} values={values} impact={impact} />}
      {tab === "trial" && <EvaluateUserTab edit={edit} typed={typedUser} onType={setTypedUser} />}
      {tab === "settings" && <SettingsTab edit={edit} />}
      {tab === "history" &&
        (known === "all" ? (
          <DraftHistory edit={edit} />
        ) : (
          <p className="py-4 text-text-muted">This service does not answer earlier versions.</p>
        ))}
    </DraftSession>
  );
}
