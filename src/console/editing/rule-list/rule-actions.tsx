import { useState } from "react";
import { EnvironmentBoxes } from "#console/rules/fields/environments-field.tsx";
import { environmentsText, knownEnvironments } from "#console/rules/fields/environments.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import type { CopiedPart } from "./new-rule.ts";

interface RuleActionsProps {
  rule: RuleDraft;
  /** Inserts a copy after the rule, with another name and other environments if given. */
  onCopy: (part?: CopiedPart) => void;
  onDelete: () => void;
}

/** The actions on a whole rule. */
export function RuleActions({ rule, onCopy, onDelete }: RuleActionsProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => onCopy()}>
        Duplicate
      </Button>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Copy to environments
      </Button>
      <Button variant="quiet" onClick={onDelete}>
        Delete
      </Button>
      {asking ? (
        <CopyToEnvironments
          rule={rule}
          onClose={() => setAsking(false)}
          onCopy={(environments) => {
            const name = `${rule.name} in ${environmentsText(environments).toLowerCase()}`;
            onCopy({ name, environments });
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}

interface CopyToEnvironmentsProps {
  rule: RuleDraft;
  onClose: () => void;
  onCopy: (environments: string[]) => void;
}

function CopyToEnvironments({ rule, onClose, onCopy }: CopyToEnvironmentsProps) {
  // Offers only other environments: in its own ones the rule matches first, so that nobody would reach the copy.
  const known = knownEnvironments(rule.environments ?? []);
  const others = known.filter((name) => !(rule.environments ?? known).includes(name));
  const [chosen, setChosen] = useState(others);
  return (
    <Dialog
      onClose={onClose}
      title={`Copy ${rule.name} to environments`}
      description={
        others.length
          ? `A rule of its own that is otherwise the same follows this one. This rule stays in: ${environmentsText(rule.environments).toLowerCase()}.`
          : "This rule holds in every environment already. For a copy that differs in some of them, first choose the environments of this rule."
      }
      width={440}
      cancelLabel="Keep as it is"
      action={{
        label: "Copy the rule",
        onClick: () => onCopy(chosen),
        refusal:
          chosen.length > 0
            ? undefined
            : others.length > 0
              ? "Choose at least one environment."
              : "There is no other environment.",
      }}
    >
      <fieldset className="flex flex-wrap gap-x-5 pt-3">
        <legend className="sr-only">Environments of the copy</legend>
        <EnvironmentBoxes known={others} chosen={chosen} onChange={setChosen} />
      </fieldset>
    </Dialog>
  );
}
