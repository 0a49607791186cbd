// Differences between two states of a gate in words, by the users they are for; and a gate as one text.
import type { Gate } from "#contract/gate.ts";
import { changeOf, type Change, type Changes } from "#console/editing/diff-merge/changes.ts";
import {
  changesWith,
  orderChange,
  ruleAudiences,
  ruleChanges,
} from "#console/editing/diff-merge/rule-audiences.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { labelOf } from "#console/foundation/ui/wording.ts";
import { stateOf, type GateState } from "./gate-draft.ts";

/** The states, with who passes in each. */
export const stateWords: Readonly<Record<GateState, string>> = {
  "In Progress": "In progress: the rules decide",
  Launched: "Launched: everyone passes",
  Disabled: "Disabled: nobody passes",
};

const typeOf = ({ type }: Gate) => (type && type !== "STALE" ? type : "TEMPORARY");
const stateText = (gate: Gate) =>
  gate.status === "Archived" ? "Archived: nobody passes" : stateWords[stateOf(gate)];

const changesOfGate = (before: Gate, after: Gate): Change[] => [
  ...changeOf("State", stateText(before), stateText(after)),
  ...orderChange(before, after),
  ...changeOf("Name", before.name, after.name),
  ...changeOf("Description", before.description ?? "", after.description ?? ""),
  ...changeOf("Tags", before.tags?.join(", ") ?? "", after.tags?.join(", ") ?? ""),
  ...changeOf("Type", labelOf(typeOf(before)), labelOf(typeOf(after))),
];

export const gateChanges = (before: Gate, after: Gate, nameOf: NameOf): Changes =>
  changesWith(
    { key: "whole", who: "The whole gate", place: "", changes: changesOfGate(before, after) },
    ruleAudiences(before, after, nameOf, (old, now) => ruleChanges(old, now, nameOf)),
  );

/** The fields of a gate that people edit, as one text. */
export const gateText = ({ name, description, tags, status, isEnabled, rules, ...gate }: Gate): string =>
  JSON.stringify(
    {
      name,
      description: description ?? "",
      tags: tags ?? [],
      type: gate.type,
      status,
      isEnabled,
      rules: rules.map((rule) => ({
        name: rule.name,
        passPercentage: rule.passPercentage,
        environments: rule.environments ?? null,
        conditions: rule.conditions,
      })),
    },
    null,
    2,
  );
