// The editing of one gate: what is about gates alone. How a draft is reviewed, saved and merged is in draft-edit/.
import { z } from "zod";
import { Gate } from "#contract/gate.ts";
import { readDraft } from "#console/foundation/api/drafts.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { useSave } from "#console/foundation/api/query.ts";
import type { EditedKind } from "#console/editing/session/edited-kind.ts";
import { useDraftEdit, type DraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { gateChanges } from "#console/features/gates/draft/gate-changes.ts";
import { GateDraft, gateDraftOf, isGateChanged } from "#console/features/gates/draft/gate-draft.ts";
import { gateOfDraft } from "#console/features/gates/draft/gate-of-draft.ts";
import {
  checkedRequest,
  problemsInGate,
  withReason,
  type GateRequest,
} from "#console/features/gates/draft/gate-request.ts";
import { mergeGates } from "#console/features/gates/draft/merge-gates.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";

/** The draft with the gate it started from. */
const PersistedEdit = z.object({ base: Gate, draft: GateDraft });

const editedGate: EditedKind<Gate, GateDraft, GateRequest> = {
  section: "gates",
  reads: "readGate",
  draftOf: gateDraftOf,
  isChanged: isGateChanged,
  changes: (base, draft, nameOf) =>
    gateChanges(gateOfDraft(base, gateDraftOf(base)), gateOfDraft(base, draft), nameOf),
  checkedBody: checkedRequest,
  merge: mergeGates,
  readPersisted: (slot) => readDraft(slot, PersistedEdit),
  completed: withReason,
};

interface Sent {
  body: GateRequest;
  dryRun: boolean;
  basedOn: number | null;
}

/** Stores or checks a change of a gate by whatever endpoint fits it. */
function useGateSave(gate: Gate): (sent: Sent) => Promise<Gate> {
  const rule = useSave("updateGateRule");
  const patch = useSave("patchGate");
  const switches = {
    enableGate: useSave("enableGate"),
    disableGate: useSave("disableGate"),
    launchGate: useSave("launchGate"),
  };
  const ask = async ({ body: request, dryRun, basedOn }: Sent) => {
    const changeReason = request.reason === undefined ? {} : { changeReason: request.reason };
    const to = { id: gate.id, dryRun, basedOn };
    if (request.endpoint === "updateGateRule")
      return rule.mutateAsync({ ...to, ruleID: request.ruleID, body: { ...request.body, ...changeReason } });
    if (request.endpoint === "patchGate")
      return patch.mutateAsync({ ...to, body: { ...request.body, ...changeReason } });
    return switches[request.endpoint].mutateAsync({ ...to, body: changeReason });
  };
  return async (sent) => {
    try {
      // The answer to a rule may tell less than the whole gate (API 4.7).
      return Gate.parse({ ...gate, ...(await ask(sent)).data });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const { status, message, requestID, data, request } = error;
      const problems = problemsInGate(gate, sent.body, error.problems);
      throw new ApiFailure(status, message, { problems, requestID, data, request });
    }
  };
}

interface GateToEdit {
  /** As the service answers it now. */
  gate: Gate;
  /** Where in this browser the draft is kept. */
  slot: string;
  nameOf: NameOf;
}

export function useGateEdit({ gate, slot, nameOf }: GateToEdit): GateEdit {
  return useDraftEdit({ kind: editedGate, entity: gate, slot, nameOf, send: useGateSave(gate) });
}
export type GateEdit = DraftEdit<Gate, GateDraft, GateRequest>;
