// A dialog to choose a gate, to whose draft a rule is added with a user's attribute or an event's value as its condition.
import { useNavigate, useParams } from "@tanstack/react-router";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { conditionsOfDraft } from "./condition-draft.ts";
import { conditionOf, type SeenValue } from "./condition-of.ts";
import { conditionParts, textOf } from "./condition-words.ts";
import { GateChoice } from "./gate-choice.tsx";
import "./given-condition.ts";

export function ConditionDialog({ attribute, onClose }: { attribute: SeenValue; onClose: () => void }) {
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const condition = conditionOf(attribute);
  const [sentence] = conditionsOfDraft([condition]).map((one) =>
    textOf(conditionParts(one, () => undefined)),
  );
  return (
    <Dialog
      onClose={onClose}
      title="Make a rule of it"
      description={`The draft of the gate gets a rule for users of whom holds: ${sentence}. It takes 0 % of them until you say how many, and nothing is saved.`}
    >
      <GateChoice
        onChoose={({ id }) =>
          void navigate({
            to: "/$company/gates/$id",
            params: { company, id },
            search: {},
            state: { givenCondition: condition },
          })
        }
      />
    </Dialog>
  );
}
