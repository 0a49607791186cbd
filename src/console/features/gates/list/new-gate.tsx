import type { Gate } from "#contract/gate.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { NewEntityDialog } from "#console/editing/create/new-entity-dialog.tsx";
import { gateDraftOf } from "#console/features/gates/draft/gate-draft.ts";
import { sentRule } from "#console/rules/fields/rule-draft.ts";

interface NewGateProps {
  /** The gate to copy; without one the new gate is empty. */
  like?: Gate;
  onClose: () => void;
}

/** The content of a copy: its rules have no ids, so that they get new ones. */
function contentOf(gate: Gate) {
  const { description, tags, rules } = gateDraftOf(gate);
  return {
    description,
    tags,
    ...(gate.idType ? { idType: gate.idType } : {}),
    rules: rules.map(({ id: _id, baseID: _base, ...rule }) => ({
      ...sentRule(rule),
      passPercentage: rule.passPercentage ?? 0,
    })),
  };
}

/** Creates a gate, empty or as a copy, and opens it. The new gate is disabled, so that nobody passes by accident. */
export function NewGate({ like, onClose }: NewGateProps) {
  const content = like && contentOf(like);
  return (
    <NewEntityDialog
      title="Create a gate"
      createLabel="Create the gate"
      note={
        like
          ? "The copy starts disabled, with the stored rules and tags. A draft is not copied."
          : "It starts disabled and without rules: nobody passes until you say who."
      }
      copied={like?.name}
      creation={useSave("createGate", { leaves: true })}
      bodyOf={(name, description) => ({
        ...content,
        name,
        isEnabled: false,
        description: description || (content?.description ?? ""),
      })}
      page="/$company/gates/$id"
      onClose={onClose}
    />
  );
}
