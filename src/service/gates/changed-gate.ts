// Applies a write to a gate: a partial update, a full update, a new gate, or an update of one rule (API 4.7). Pure: the handlers check
// and store.
import type { GateCreate, GatePatch, GateUpdate } from "#contract/gate-update.ts";
import type { GateRuleUpdate } from "#contract/rule-update.ts";
import { badField, notFound } from "#service/http/errors.ts";
import { creatorFields, authorFields, type ChangeAuthor } from "#service/http/author-fields.ts";
import { plainFields, withGiven } from "#service/entity-writes/given-fields.ts";
import { newEntityID } from "#service/entity-writes/name-in-use.ts";
import { writtenRules } from "#service/entity-writes/written-rules.ts";
import { ruleAddressedBy, ruleIdentity } from "#targeting/evaluate/rule-id.ts";
import type { FormerRule } from "#service/database/history.ts";
import { stateAfter } from "./gate-state.ts";
import type { StoredGate } from "./stored-gate.ts";

const gateFields = [
  ...plainFields,
  "measureMetricLifts",
  "store0100Exposures",
  "monitoringMetrics",
  "reviewSettings",
] as const;

/** The gate with the given fields replaced. */
export function patchedGate(
  stored: StoredGate,
  addressable: readonly FormerRule[],
  sent: GatePatch,
  author: ChangeAuthor,
): StoredGate {
  return {
    ...withGiven({ ...stored, ...stateAfter(stored, sent) }, sent, gateFields),
    type: sent.type === "STALE" ? stored.type : (sent.type ?? stored.type),
    rules: sent.rules ? writtenRules(stored, addressable, sent.rules) : stored.rules,
    version: stored.version + 1,
    ...authorFields(author, sent.changeReason),
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
  store0100Exposures: false,
  monitoringMetrics: [],
  reviewSettings: { requiredReview: false, allowedReviewers: [] },
});

/** The gate after a full update. */
export const replacedGate = (
  stored: StoredGate,
  addressable: readonly FormerRule[],
  sent: GateUpdate,
  author: ChangeAuthor,
): StoredGate => patchedGate({ ...stored, ...removed() }, addressable, sent, author);

export function newGate(sent: GateCreate, author: ChangeAuthor, lastVersion: number): StoredGate {
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
    type: "TEMPORARY",
    version: lastVersion,
  };
  return { ...patchedGate(blank, [], sent, author), ...creatorFields(author, sent) };
}

/** The gate with the given fields of one rule replaced; throws 404 for an unknown rule, and 400 for a name that another rule has. */
export function withRule(
  gate: StoredGate,
  ruleID: string,
  update: GateRuleUpdate,
  author: ChangeAuthor,
): StoredGate {
  const rule = ruleAddressedBy(gate.rules, ruleID);
  if (!rule) throw notFound("Rule");
  if (update.name !== undefined && gate.rules.some((other) => other !== rule && other.name === update.name))
    throw badField("name", "Duplicate rule name(s) given");
  const passPercentage = update.passPercentage ?? rule.passPercentage;
  const changed = {
    ...withGiven(rule, update, ["name", "conditions", "environments", "returnValue"]),
    ...ruleIdentity(rule, passPercentage),
    passPercentage,
  };
  return {
    ...gate,
    rules: gate.rules.map((other) => (other === rule ? changed : other)),
    version: gate.version + 1,
    ...authorFields(author, update.changeReason),
  };
}
