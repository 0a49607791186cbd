// The editor of one config: one draft over all tabs, a dry run before every save, and nothing typed is ever lost.
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState, type ReactNode } from "react";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Problem } from "#contract/api-error.ts";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { countChanges } from "#console/editing/diff-merge/changes.ts";
import { fieldID } from "#console/features/dynamic-configs/draft/problem-place.ts";
import { draftValues } from "#console/features/dynamic-configs/editor/schema-impact/draft-values.ts";
import { problemsOfRefusals } from "#console/features/dynamic-configs/editor/schema-impact/schema-impact.ts";
import {
  useSchemaImpact,
  type SchemaImpact,
} from "#console/features/dynamic-configs/editor/schema-impact/use-schema-impact.ts";
import { configDraftOf } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { savedPlace } from "#console/features/dynamic-configs/draft/saved-place.ts";
import { sentFields } from "#console/features/dynamic-configs/draft/sent-body.ts";
import { ConfigHistory } from "#console/features/dynamic-configs/editor/review/config-history.tsx";
import {
  ConfigReview,
  type AcceptedConfig,
} from "#console/features/dynamic-configs/editor/review/config-review.tsx";
import { blockedReason } from "#console/editing/session/blocked-reason.ts";
import { DraftFooter } from "#console/editing/session/draft-footer.tsx";
import { DraftHistory } from "#console/editing/session/draft-history.tsx";
import { DraftQuestions } from "#console/editing/session/draft-questions.tsx";
import { useViewFocus } from "#console/editing/session/view-focus.ts";
import { useNameOf } from "#console/rules/fields/use-name-of.ts";
import type { TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { ConfigHead, ReviewHead } from "./config-head.tsx";
import { ConfigNotices } from "./config-notices.tsx";
import { DefaultTab } from "./default-tab.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { SchemaTab } from "./schema-tab.tsx";
import { EvaluateUserTab } from "./evaluate-user-tab.tsx";
import { useConfigEdit } from "./use-config-edit.ts";
import { useRemovedRules } from "./use-removed-rules.ts";

const route = getRouteApi("/$company/dynamic_configs/$id");
const headID = "config";

interface ConfigEditorProps {
  config: DynamicConfig;
  /** Fields that the service told; "all" where it answers whole configs. */
  known: ReadonlySet<string> | "all";
  gates: readonly Gate[];
  /** Where in this browser the draft is kept. */
  slot: string;
  tab: "rules" | "default" | "schema" | "trial" | "history";
  /** The tabs, with the number of rules in the draft. */
  tabs: (rules: number) => ReactNode;
}

/** What was told, and what is found live where nothing was told about. */
function allProblems(reported: readonly Problem[], impact: SchemaImpact | undefined): readonly Problem[] {
  const places = new Set(reported.map(({ property }) => fieldID(property)));
  const ofSchema = (impact?.schemaProblems ?? []).map((errorMessage) => ({
    property: "schema",
    errorMessage,
  }));
  const live = [...ofSchema, ...problemsOfRefusals(impact?.refusals ?? [])];
  return [...reported, ...live.filter(({ property }) => !places.has(fieldID(property)))];
}

export function ConfigEditor({ config, known, gates, slot, tab, tabs }: ConfigEditorProps) {
  const nameOf = useNameOf(gates);
  const edit = useConfigEdit({ config, slot, nameOf });
  const [asking, setAsking] = useState(false);
  const [replacesUnknown, setReplacesUnknown] = useState<AcceptedConfig>();
  const [typedUser, setTypedUser] = useState<TypedUser>({});
  const { accepted, stored, draft } = edit;
  const chosen = route.useSearch();
  const navigate = route.useNavigate();
  const removed = useRemovedRules(draft.rules, configDraftOf(edit.base).rules);
  const head = useViewFocus(accepted ? "review" : "form");
  const focusLater = useFocusLater();
  const values = useMemo(() => draftValues(draft), [draft]);
  const impact = useSchemaImpact(draft.schema, values);
  const problems = useMemo(() => allProblems(edit.problems, impact), [edit.problems, impact]);
  const hasUnknown =
    accepted !== undefined &&
    sentFields(stored, accepted.body, known).some(({ origin }) => origin === "unknown");
  const agreed = replacesUnknown === accepted;
  const count = accepted ? countChanges(edit.changes) : 0;

  const reason = blockedReason(edit, "config", useSaveRefusal());
  const blocked =
    reason ?? (hasUnknown && !agreed ? "Agree first to replace the fields that are not known." : undefined);

  const save = async () => {
    const saved = await edit.save();
    if (!saved) return;
    removed.forget();
    if (chosen.rule)
      void navigate({
        search: (before) => ({ ...before, ...savedPlace(draft, saved, chosen) }),
        replace: true,
      });
  };
  const discard = () => {
    edit.discard();
    removed.forget();
    focusLater(headID);
  };
  usePageActions([
    accepted
      ? { label: "Save to production", onSelect: () => void save(), disabledReason: blocked }
      : { label: "Review changes", onSelect: () => void edit.review(), disabledReason: blocked },
    ...(edit.isDirty ? [{ label: "Discard the draft", onSelect: () => setAsking(true) }] : []),
  ]);

  return (
    <div className="flex flex-1 flex-col">
      <div id={headID} ref={head} tabIndex={-1} className="scroll-mt-bar">
        {accepted ? (
          <ReviewHead config={stored} title={`Review ${count} ${count === 1 ? "change" : "changes"}`} />
        ) : (
          <ConfigHead config={stored} edit={edit} />
        )}
      </div>
      {accepted ? null : tabs(draft.rules.length)}
      <ConfigNotices edit={edit} nameOf={nameOf} isPartial={known !== "all"} />
      <div className="flex-1">
        {accepted ? (
          <ConfigReview
            stored={stored}
            accepted={accepted}
            nameOf={nameOf}
            known={known}
            replacesUnknown={agreed}
            onReplaceUnknown={(next) => setReplacesUnknown(next ? accepted : undefined)}
          />
        ) : (
          <>
            {tab === "rules" && (
              <RulesTab edit={edit} problems={problems} gates={gates} nameOf={nameOf} removed={removed} />
            )}
            {tab === "default" && <DefaultTab edit={edit} />}
            {tab === "schema" && <SchemaTab edit={edit} values={values} impact={impact} />}
            {tab === "trial" && (
              <EvaluateUserTab
                edit={edit}
                gates={gates}
                nameOf={nameOf}
                typed={typedUser}
                onType={setTypedUser}
              />
            )}
            {tab === "history" &&
              (known === "all" ? (
                <DraftHistory edit={edit}>
                  {(view) => <ConfigHistory id={stored.id} nameOf={nameOf} {...view} />}
                </DraftHistory>
              ) : (
                <p className="py-4 text-text-muted">This service does not tell earlier versions.</p>
              ))}
          </>
        )}
      </div>
      <DraftFooter edit={{ ...edit, problems, save }} blocked={blocked} onDiscard={() => setAsking(true)} />
      <DraftQuestions
        name={stored.name ?? stored.id}
        noun="config"
        isAskingToDiscard={asking}
        onAskToDiscard={setAsking}
        onDiscard={discard}
        isNotPersisted={edit.isNotPersisted}
        onBack={accepted && edit.backToEditing}
      />
    </div>
  );
}
