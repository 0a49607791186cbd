import { useState } from "react";
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import { useSaveRefusal } from "#console/api/current-key.ts";
import { ApiFailure, problemsOfFailure } from "#console/api/failure.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import { RuleReview } from "#console/rules/rule-review.tsx";
import { SaveFailure } from "#console/rules/save-failure.tsx";
import { Button } from "#console/ui/button.tsx";
import { Confirm } from "#console/ui/dialog.tsx";
import { SidePanel } from "#console/ui/side-panel.tsx";
import { useToast } from "#console/ui/toast.tsx";
import { EditNotices } from "./edit-notices.tsx";
import { RuleForm } from "./rule-form.tsx";
import { useRuleEdit, type RuleEdit } from "./use-rule-edit.ts";

interface PanelProps {
  gate: Gate;
  rule: Rule;
  nameOf: NameOf;
  onClose: () => void;
}

/** Conflicts and field problems are told where they belong; everything else is told here. */
const otherFailure = ({ failure, isOutdated }: RuleEdit): Error | undefined => {
  if (!failure || problemsOfFailure(failure).length > 0) return undefined;
  return failure instanceof ApiFailure && failure.status === 412 && isOutdated ? undefined : failure;
};

/** Edits one rule: the fields, then what would change, then the save of exactly that. */
export function EditRulePanel({ gate, rule, nameOf, onClose }: PanelProps) {
  const edit = useRuleEdit(gate, rule);
  const refusal = useSaveRefusal();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const number = gate.rules.indexOf(rule) + 1;
  const failure = otherFailure(edit);
  const counted = `${edit.changes} ${edit.changes === 1 ? "change" : "changes"}`;
  const blocked =
    refusal ??
    (edit.isBusy ? "The service is being asked." : undefined) ??
    (edit.isDirty ? undefined : "Nothing is changed yet.") ??
    (edit.isOutdated ? "Continue on the newer version first." : undefined);

  const save = async () => {
    const stored = await edit.saveAccepted();
    if (!stored) return;
    onClose();
    toast(`${rule.name} is saved${stored.version ? `, version ${stored.version}` : ""}`);
  };

  return (
    <SidePanel
      title={edit.accepted ? `Review rule ${number}` : `Edit rule ${number}`}
      onClose={onClose}
      footer={
        <>
          <span className="figures text-text-muted" aria-live="polite">
            {edit.isDirty ? counted : "No changes"}
          </span>
          <span className="ml-auto" />
          {edit.accepted ? (
            <>
              <Button variant="quiet" onClick={edit.backToEditing}>
                Back to editing
              </Button>
              <Button variant="primary" disabledReason={blocked} onClick={() => void save()}>
                Save {counted}
              </Button>
            </>
          ) : (
            <>
              {edit.isDirty && (
                <Button variant="quiet" onClick={() => setAsking(true)}>
                  Discard
                </Button>
              )}
              <Button variant="primary" disabledReason={blocked} onClick={() => void edit.review()}>
                Review {edit.changes > 1 ? "changes" : "change"}
              </Button>
            </>
          )}
        </>
      }
    >
      {failure && (
        <SaveFailure
          error={failure}
          kept="Nothing was stored. What you typed is kept; try again when you like."
        />
      )}
      {edit.accepted ? (
        <RuleReview before={edit.base} after={edit.accepted.rule} nameOf={nameOf} />
      ) : (
        <>
          <EditNotices gate={gate} rule={rule} edit={edit} nameOf={nameOf} />
          <RuleForm key={edit.generation} gate={gate} edit={edit} />
        </>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Discard your changes to ${rule.name}`}
        consequence="What you typed is forgotten, and the fields show the stored rule again."
        confirmLabel="Discard changes"
        danger
        onConfirm={edit.discard}
      />
    </SidePanel>
  );
}
