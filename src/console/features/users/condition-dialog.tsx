// Chooses the gate whose draft gets a rule with an attribute of the user as its condition.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { UnitAttributes } from "#contract/event-answers.ts";
import { query } from "#console/foundation/api/query.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { gateStateText } from "#console/foundation/ui/entity-state.ts";
import { conditionParts, textOf } from "#console/rules/fields/condition-words.ts";
import { conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import "#console/rules/fields/given-condition.ts";
import { conditionOf } from "./condition-of.ts";

const route = getRouteApi("/$company/users/$id");

interface ConditionDialogProps {
  attribute: UnitAttributes["attributes"][number];
  onClose: () => void;
}

export function ConditionDialog({ attribute, onClose }: ConditionDialogProps) {
  const { company } = route.useParams();
  const navigate = route.useNavigate();
  const [named, setNamed] = useState("");
  const { data, error, refetch } = useQuery(
    query("listGates", { limit: 8, page: 1, ...(named && { named }) }),
  );
  const condition = conditionOf(attribute);
  const [sentence] = conditionsOfDraft([condition]).map((one) =>
    textOf(conditionParts(one, () => undefined)),
  );
  const gates = data?.data.filter(({ status }) => status !== "Archived");
  return (
    <Dialog
      onClose={onClose}
      title="Make a rule of it"
      description={`The draft of the gate gets a rule for users of whom holds: ${sentence}. It takes 0 % of them until you say how many, and nothing is saved.`}
    >
      <div className="py-3">
        <SearchField label="Find a gate" value={named} onChange={setNamed} />
      </div>
      {error ? (
        <FailureNotice error={error} title="The gates could not be read" retry={() => void refetch()} />
      ) : !gates ? (
        <SkeletonRows rows={4} label="Loading the gates" />
      ) : gates.length === 0 ? (
        <p className="text-text-muted">No gate has this name or id.</p>
      ) : (
        <ul aria-label="Gates">
          {gates.map((gate) => (
            <li key={gate.id} className="border-t border-border">
              <button
                type="button"
                onClick={() =>
                  void navigate({
                    to: "/$company/gates/$id",
                    params: { company, id: gate.id },
                    search: {},
                    state: { givenCondition: condition },
                  })
                }
                className="flex min-h-9 w-full items-center justify-between gap-3 rounded-small px-2 text-left hover:bg-surface-hover pointer-coarse:min-h-11"
              >
                <span className="min-w-0 truncate font-medium">{gate.name}</span>
                <span className="shrink-0 text-text-muted">{gateStateText(gate)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
