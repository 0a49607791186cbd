// Implements the interface of the shared editing code for gates.
import { z } from "zod/mini";
import { Gate } from "#contract/gate.ts";
import { call } from "#console/foundation/api/call.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import {
  persistedEditFields,
  type EntityAdapter,
  type Sending,
} from "#console/editing/session/entity-adapter.ts";
import { gateChanges } from "#console/editing/diff-merge/gate-changes.ts";
import type { DraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { GateDraft, gateDraftOf, isGateChanged } from "./gate-draft.ts";
import { gateOfDraft } from "./gate-of-draft.ts";
import { checkedRequest, problemsInGate, type GateRequest } from "./gate-request.ts";
import { gateText } from "./gate-text.ts";
import { mergeGates } from "./merge-gates.ts";

/** Saves or validates a change through the endpoint that suits it. */
function ask(id: string, { body: request, dryRun, basedOn }: Sending<GateRequest>) {
  const changeReason = request.reason === undefined ? {} : { changeReason: request.reason };
  const to = { id, dryRun };
  if (request.endpoint === "updateGateRule") {
    const body = { ...request.body, ...changeReason };
    return call("updateGateRule", { ...to, ruleID: request.ruleID, body }, { basedOn });
  }
  if (request.endpoint === "patchGate")
    return call("patchGate", { ...to, body: { ...request.body, ...changeReason } }, { basedOn });
  return call(request.endpoint, { ...to, body: changeReason }, { basedOn });
}

async function send(gate: Gate, sending: Sending<GateRequest>): Promise<Gate> {
  try {
    // The response to a rule update may contain only part of the gate (API 4.7).
    return Gate.parse({ ...gate, ...(await ask(gate.id, sending)).data });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { status, message, requestID, data, request } = error;
    const problems = problemsInGate(gate, sending.body, error.problems);
    throw new ApiFailure(status, message, { problems, requestID, data, request });
  }
}

export const gateAdapter: EntityAdapter<Gate, GateDraft, GateRequest> = {
  noun: "gate",
  section: "gates",
  reads: "readGate",
  readVersions: (id, page, signal) => call("listGateVersions", { id, ...page }, { signal }),
  send,
  persisted: z.object({ ...persistedEditFields, base: Gate, draft: GateDraft }),
  draftOf: gateDraftOf,
  entityOf: gateOfDraft,
  isChanged: isGateChanged,
  changesOf: gateChanges,
  textOf: gateText,
  merge: mergeGates,
  checkedBody: checkedRequest,
  withReason: (request, reason) => ({ ...request, reason }),
  tabOf: () => "settings",
};
export type GateEdit = DraftEdit<Gate, GateDraft, GateRequest>;
