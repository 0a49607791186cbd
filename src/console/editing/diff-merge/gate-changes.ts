// Describes the differences between two states of a gate in words, grouped by the users whom they affect.
import type { Gate } from "#contract/gate.ts";
import { changeOf, type Change, type Changes } from "./changes.ts";
import { changesByAudience, orderChange, ruleAudiences, ruleChanges } from "./rule-audiences.ts";
import { gateResultModel } from "#targeting/evaluate/result-model.ts";
import { changedEnvironments, type ChangedEnvironments } from "#targeting/evaluate/changed-environments.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { gateStateText } from "#console/foundation/ui/entity-state.ts";
import { labelOf } from "#console/foundation/ui/wording.ts";
import { stateOf, stateWords } from "./gate-states.ts";

const typeOf = ({ type }: Gate) => (type && type !== "STALE" ? type : "TEMPORARY");
const stateText = (gate: Gate) =>
  gate.status === "Archived" ? `${gateStateText(gate)}: nobody passes` : stateWords(stateOf(gate));

const changesOfGate = (before: Gate, after: Gate, where: ChangedEnvironments): Change[] => [
  ...changeOf("Status", stateText(before), stateText(after), where.all),
  ...orderChange(before, after, where),
  ...changeOf("Name", before.name, after.name),
  ...changeOf("Description", before.description ?? "", after.description ?? ""),
  ...changeOf("Tags", before.tags?.join(", ") ?? "", after.tags?.join(", ") ?? ""),
  ...changeOf("Type", labelOf(typeOf(before)), labelOf(typeOf(after))),
];

export function gateChanges(before: Gate, after: Gate, nameOf: NameOf): Changes {
  const where = changedEnvironments(gateResultModel(before), gateResultModel(after));
  return changesByAudience(
    where,
    { key: "whole", who: "The whole gate", place: "", changes: changesOfGate(before, after, where) },
    ruleAudiences(before, after, where, nameOf, (old, now, of) => ruleChanges(old, now, nameOf, of)),
  );
}
