// The editor of one gate: all tabs share one draft, which is persisted; every save is preceded by a dry run.
import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useMemo, useState, type ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { isNewKey } from "#console/editing/rule-list/new-rule.ts";
import { DraftHistory } from "#console/editing/session/draft-history.tsx";
import { reasonFieldID } from "#console/editing/session/reason-field.tsx";
import { DraftSession } from "#console/editing/session/draft-session.tsx";
import { useDraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { BacktestTab } from "#console/features/gates/backtest/backtest-tab.tsx";
import { ImpactNotice } from "#console/features/gates/dependencies/impact/impact-notice.tsx";
import { blockedByImpact, useImpact } from "#console/features/gates/dependencies/impact/use-impact.ts";
import { RemovalPlan } from "#console/features/gates/dependencies/impact/removal-plan.tsx";
import { gateOfDraft } from "#console/features/gates/draft/gate-of-draft.ts";
import { GateReview } from "#console/features/gates/editor/review/gate-review.tsx";
import type { GateTab } from "#console/features/gates/list/gate-search.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { ChecksOutline } from "#console/rules/checks/checks-outline.tsx";
import type { TypedUser } from "#console/rules/evaluate-user/typed-user.ts";
import { useFindings } from "#console/rules/lint/findings.ts";
import { gateAdapter } from "#console/features/gates/draft/gate-adapter.ts";
import { EvaluateUserTab } from "./evaluate-user-tab.tsx";
import { GateHead } from "./gate-head.tsx";
import { GateMenu } from "./gate-menu.tsx";
import { useGivenCondition } from "#console/rules/fields/given-condition.ts";
import { RuleEditor } from "#console/features/gates/editor/rules/rule-editor.tsx";
import { RulesSection } from "#console/features/gates/editor/rules/rules-section.tsx";
import { SettingsTab } from "./settings-tab.tsx";

const route = getRouteApi("/$company/gates/$id");
const ChecksTab = lazyPart(
  "The checks",
  async () => (await import("#console/rules/checks/checks-tab.tsx")).ChecksTab,
);

interface GateEditorProps {
  gate: Gate;
  /** Storage key of the draft in this browser. */
  slot: string;
  tab: GateTab;
  tabs: ReactNode;
  /** Shown below the rules. */
  dependencies: ReactNode;
}

export function GateEditor({ gate, slot, tab, tabs, dependencies }: GateEditorProps) {
  const { rule: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const edit = useDraftEdit(gateAdapter, gate, slot);
  // All changes are relative to the draft's base, even while a newer version is not merged yet.
  const { accepted, base, stored, draft, gates } = edit;
  const lintGates = gates.isComplete ? gates.byID : undefined;
  const findings = useFindings(draft.rules, { gates: lintGates, gateID: stored.id });
  const [typedUser, setTypedUser] = useState<TypedUser>({});
  const draftGate = useMemo(() => gateOfDraft(base, draft), [base, draft]);
  const impact = useImpact(base, draftGate);
  const rule = accepted ? undefined : draft.rules.find(({ key }) => key === chosen);
  // A condition passed by the previous page becomes a rule that opens shortly: space for its panel is reserved at once.
  const isOpening = useGivenCondition() !== undefined;
  const choose = (key: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, rule: key }), replace: key === undefined });
  return (
    <DraftSession
      edit={edit}
      blockedField={reasonFieldID}
      blockedBy={accepted && blockedByImpact(impact, edit.reason, "the change is made")}
      head={
        <>
          <GateMenu edit={edit} />
          <GateHead edit={edit} isBesidePanel={rule !== undefined || isOpening} />
          {tabs}
        </>
      }
      review={(reviewed) => (
        <GateReview edit={edit} accepted={reviewed} isReasonNeeded={impact.needsReason}>
          <div className="pt-4 empty:hidden">
            <ImpactNotice known={impact} />
          </div>
        </GateReview>
      )}
      panel={
        rule
          ? (steps) => (
              <RuleEditor
                edit={edit}
                rule={rule}
                findings={findings}
                onChoose={choose}
                // A failure to load the impact is shown in the dependencies and in the review.
                notice={edit.isDirty && !impact.read.error ? <ImpactNotice known={impact} /> : null}
                footer={steps}
              />
            )
          : isOpening
            ? () => null
            : undefined
      }
    >
      <div className="pb-6">
        {chosen && !rule && !isNewKey(chosen) ? (
          <div className="mt-4">
            <Notice tone="warning" title="This gate has no such rule">
              No rule has the id “{chosen}” any more.
            </Notice>
          </div>
        ) : null}
        {tab === "overview" ? (
          <>
            <RulesSection edit={edit} findings={findings} chosen={rule?.key} onChoose={choose} />
            {dependencies}
          </>
        ) : null}
        {tab === "checks" ? (
          <Suspense fallback={<ChecksOutline />}>
            <ChecksTab kind="gate" id={stored.id} />
          </Suspense>
        ) : null}
        {tab === "trial" ? (
          <EvaluateUserTab edit={edit} gate={draftGate} typed={typedUser} onType={setTypedUser} />
        ) : null}
        {tab === "sides" ? <BacktestTab stored={base} draft={draftGate} referenced={gates} /> : null}
        {tab === "settings" ? (
          <>
            <SettingsTab key={edit.generation} edit={edit} />
            <RemovalPlan gateID={stored.id} />
          </>
        ) : null}
        {tab === "history" ? <DraftHistory edit={edit} /> : null}
      </div>
    </DraftSession>
  );
}
