// The editor of one gate: one draft over all tabs, a dry run before every save, and nothing typed is ever lost.
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState, type ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { countChanges } from "#console/editing/diff-merge/changes.ts";
import { blockedReason } from "#console/editing/session/blocked-reason.ts";
import { DraftFooter, DraftSteps } from "#console/editing/session/draft-footer.tsx";
import { DraftHistory } from "#console/editing/session/draft-history.tsx";
import { DraftQuestions } from "#console/editing/session/draft-questions.tsx";
import { focusWhileOpen, useViewFocus } from "#console/editing/session/view-focus.ts";
import { gateOfDraft } from "#console/features/gates/draft/gate-of-draft.ts";
import { isNewKey } from "#console/rules/fields/new-name.ts";
import { GateHistory } from "#console/features/gates/editor/review/gate-history.tsx";
import { GateReview } from "#console/features/gates/editor/review/gate-review.tsx";
import { ReasonField } from "#console/features/gates/editor/review/reason-field.tsx";
import type { GateTab } from "#console/features/gates/list/gate-search.ts";
import { ImpactNotice } from "#console/features/gates/dependencies/impact/impact-notice.tsx";
import { useImpact, type KnownImpact } from "#console/features/gates/dependencies/impact/use-impact.ts";
import { useNameOf } from "#console/rules/fields/use-name-of.ts";
import { Backtest } from "#console/features/gates/backtest/backtest.tsx";
import type { TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { GateHead, ReviewHead } from "./gate-head.tsx";
import { GateMenu } from "./gate-menu.tsx";
import { GateNotices } from "./gate-notices.tsx";
import { RulePanel } from "./rule-panel.tsx";
import { RulesSection, useFindings } from "./rules-section.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { EvaluateUserTab } from "./evaluate-user-tab.tsx";
import { useGateEdit, type GateEdit } from "./use-gate-edit.ts";

const route = getRouteApi("/$company/gates/$id");
const headID = "gate-head";

interface GateEditorProps {
  gate: Gate;
  gates: readonly Gate[];
  /** Where in this browser the draft is kept. */
  slot: string;
  tab: GateTab;
  tabs: ReactNode;
  /** What needs the gate, below its rules. */
  needs: ReactNode;
  references: ReactNode;
}

/** Why the next step is not possible now. */
function blockedReasonOf(
  edit: GateEdit,
  refusal: string | undefined,
  { isReading, needsReason }: KnownImpact,
) {
  const reason = blockedReason(edit, "gate", refusal);
  if (reason) return reason;
  if (edit.accepted && isReading) return "What depends on this gate is still being read.";
  if (edit.accepted && needsReason && edit.draft.reason.trim() === "")
    return "An experiment runs on this gate: say first why the change is made.";
  return undefined;
}

export function GateEditor({ gate, gates, slot, tab, tabs, needs, references }: GateEditorProps) {
  const { rule: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useNameOf(gates);
  const edit = useGateEdit({ gate, slot, nameOf });
  const { accepted, stored, draft } = edit;
  const { linted, findings } = useFindings(stored, draft.rules, gates);
  const [asking, setAsking] = useState(false);
  const [typedUser, setTypedUser] = useState<TypedUser>({});
  const draftGate = useMemo(() => gateOfDraft(stored, draft), [stored, draft]);
  const impact = useImpact(stored, draftGate);
  const refusal = useSaveRefusal();
  const blocked = blockedReasonOf(edit, refusal, impact);
  const rule = accepted ? undefined : draft.rules.find(({ key }) => key === chosen);
  const choose = (key: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, rule: key }), replace: key === undefined });
  const notice = edit.isDirty ? <ImpactNotice known={impact} /> : null;
  const head = useViewFocus(accepted ? "review" : "form");
  const focusLater = useFocusLater();
  const steps = { edit, blocked, onDiscard: () => setAsking(true) };

  usePageActions([
    accepted
      ? { label: "Save to production", onSelect: () => void edit.save(), disabledReason: blocked }
      : { label: "Review changes", onSelect: () => void edit.review(), disabledReason: blocked },
    ...(edit.isDirty ? [{ label: "Discard the draft", onSelect: () => setAsking(true) }] : []),
  ]);

  return (
    <div className="flex flex-1 items-stretch max-desk:flex-col">
      <div
        ref={head}
        id={headID}
        tabIndex={-1}
        className={`flex min-w-0 flex-1 scroll-mt-bar flex-col outline-none focus-visible:shadow-none ${rule ? "desk:pr-gutter" : ""}`}
      >
        {accepted ? (
          <ReviewHead gate={stored} changes={countChanges(edit.changes)} />
        ) : (
          <>
            <GateMenu edit={edit} refusal={refusal} />
            <GateHead edit={edit} />
            {tabs}
          </>
        )}
        <GateNotices edit={edit} nameOf={nameOf} onActed={() => focusLater(headID)} />
        <div className="flex-1 pb-6">
          {accepted ? (
            <GateReview stored={stored} accepted={accepted} nameOf={nameOf}>
              <div className="grid gap-4 pt-4 empty:hidden">
                {notice}
                {impact.needsReason ? (
                  <ReasonField
                    value={draft.reason}
                    onChange={(reason) => edit.note({ reason })}
                    error={edit.problems.find(({ property }) => property === "changeReason")?.errorMessage}
                  />
                ) : null}
              </div>
            </GateReview>
          ) : (
            <>
              {chosen && !rule && !isNewKey(chosen) ? (
                <div className="mt-4">
                  <Notice tone="warning" title="This gate has no such rule">
                    No rule has the id “{chosen}” any more.
                  </Notice>
                </div>
              ) : null}
              {tab === "overview" || tab === "rules" ? (
                <RulesSection
                  edit={edit}
                  findings={findings}
                  linted={linted}
                  nameOf={nameOf}
                  chosen={rule?.key}
                  onChoose={choose}
                />
              ) : null}
              {tab === "overview" ? needs : null}
              {tab === "references" ? references : null}
              {tab === "trial" ? (
                <EvaluateUserTab
                  gate={draftGate}
                  isDirty={edit.isDirty}
                  gates={gates}
                  nameOf={nameOf}
                  typed={typedUser}
                  onType={setTypedUser}
                />
              ) : null}
              {tab === "sides" ? <Backtest stored={stored} draft={draftGate} /> : null}
              {tab === "settings" ? <SettingsTab key={edit.generation} edit={edit} /> : null}
              {tab === "history" ? (
                <DraftHistory edit={edit}>
                  {(view) => <GateHistory id={stored.id} nameOf={nameOf} {...view} />}
                </DraftHistory>
              ) : null}
            </>
          )}
        </div>
        {(edit.isDirty || accepted) && !rule ? <DraftFooter {...steps} /> : null}
      </div>
      {rule ? (
        <div
          ref={focusWhileOpen}
          tabIndex={-1}
          className="scroll-mt-bar outline-none focus-visible:shadow-none desk:-mr-gutter"
        >
          <RulePanel
            edit={edit}
            rule={rule}
            gates={gates}
            findings={findings}
            linted={linted}
            onChoose={choose}
            notice={notice}
            footer={<DraftSteps {...steps} isNarrow />}
          />
        </div>
      ) : null}
      <DraftQuestions
        name={stored.name}
        noun="gate"
        isAskingToDiscard={asking}
        onAskToDiscard={setAsking}
        onDiscard={() => {
          edit.discard();
          focusLater(headID);
        }}
        isNotPersisted={edit.isNotPersisted}
        onBack={accepted && edit.backToEditing}
      />
    </div>
  );
}
