// Applies a write to a gate: a partial update, a full update, a new gate, an update of one rule (API 4.7). Pure: checking and storing is the handlers' work.
import type { GateCreate, GatePatch, GateUpdate } from "#contract/gate-update.ts";
import type { GateRuleUpdate } from "#contract/rule-update.ts";
import { badField, notFound } from "#service/http/errors.ts";
import { creation, signature, type Signer } from "#service/http/signature.ts";
import { given } from "#service/entity-writes/given.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { writtenRules } from "#service/entity-writes/written-rules.ts";
import { ruleAddressedBy, ruleIdentity } from "#targeting/evaluate/rule-id.ts";
import type { FormerRule } from "#service/database/history.ts";
import { stateAfter } from "./gate-state.ts";
import type { StoredGate } from "./stored-gate.ts";

/** The gate with the given fields replaced. */
export function patchedGate(
  stored: StoredGate,
  addressable: readonly FormerRule[],
  sent: GatePatch,
  signer: Signer,
): StoredGate {
  return {
    ...stored,
    ...stateAfter(stored, sent),
    name: given(sent.name, stored.name),
    description: given(sent.description, stored.description),
    idType: given(sent.idType, stored.idType),
    type: sent.type === "STALE" ? stored.type : given(sent.type, stored.type),
    tags: given(sent.tags, stored.tags),
    targetApps: given(sent.targetApps, stored.targetApps),
    creatorID: given(sent.creatorID, stored.creatorID),
    creatorEmail: given(sent.creatorEmail, stored.creatorEmail),
    owner: given(sent.owner, stored.owner),
    team: given(sent.team, stored.team),
    teamID: given(sent.teamID, stored.teamID),
    releasePipelineID: given(sent.releasePipelineID, stored.releasePipelineID),
    measureMetricLifts: given(sent.measureMetricLifts, stored.measureMetricLifts),
    store0100Exposures: given(sent.store0100Exposures, stored.store0100Exposures),
    monitoringMetrics: given(sent.monitoringMetrics, stored.monitoringMetrics),
    reviewSettings: given(sent.reviewSettings, stored.reviewSettings),
    rules: sent.rules ? writtenRules(stored, addressable, sent.rules) : stored.rules,
    version: stored.version + 1,
    ...signature(signer, sent.changeReason),
  };
}

/** Choice: a gate's name, ID type, type, status, owner, creator and holdouts stay when left out of a full update; everything else is removed. */
const removed = () => ({
  tags: [],
  targetApps: [],
  team: null,
  teamID: null,
  releasePipelineID: null,
  measureMetricLifts: false,
  monitoringMetrics: [],
  reviewSettings: { requiredReview: false, allowedReviewers: [] },
});

/** The gate as the full update leaves it. */
export const replacedGate = (
  stored: StoredGate,
  addressable: readonly FormerRule[],
  sent: GateUpdate,
  signer: Signer,
): StoredGate => patchedGate({ ...stored, ...removed() }, addressable, sent, signer);

export function newGate(sent: GateCreate, signer: Signer, lastVersion: number): StoredGate {
  const id = newEntityID(sent);
  const blank: StoredGate = {
    ...removed(),
    id,
    name: id,
    idType: "userID",
    holdoutIDs: [],
    status: "In Progress",
    isEnabled: true,
    rules: [],
    checksPerHour: 0,
    type: "TEMPORARY",
    store0100Exposures: false,
    version: lastVersion,
  };
  return { ...patchedGate(blank, [], sent, signer), ...creation(signer, sent) };
}

/** The gate with the given fields of that rule replaced; 404 for an unknown rule, 400 for a name that another rule has. */
export function withRule(
  gate: StoredGate,
  ruleID: string,
  update: GateRuleUpdate,
  signer: Signer,
): StoredGate {
  const rule = ruleAddressedBy(gate.rules, ruleID);
  if (!rule) throw notFound("Rule");
  if (update.name !== undefined && gate.rules.some((other) => other !== rule && other.name === update.name))
    throw badField("name", "Duplicate rule name(s) given");
  const passPercentage = given(update.passPercentage, rule.passPercentage);
  const changed = {
    ...rule,
    ...ruleIdentity(rule, passPercentage),
    passPercentage,
    name: given(update.name, rule.name),
    conditions: given(update.conditions, rule.conditions),
    environments: given(update.environments, rule.environments),
    returnValue: given(update.returnValue, rule.returnValue),
  };
  return {
    ...gate,
    rules: gate.rules.map((other) => (other === rule ? changed : other)),
    version: gate.version + 1,
    ...signature(signer, update.changeReason),
  };
}
