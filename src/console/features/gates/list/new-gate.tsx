import { useParams, useRouter } from "@tanstack/react-router";
import type { Gate } from "#contract/gate.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { useSave } from "#console/foundation/api/query.ts";
import { NewEntityDialog } from "#console/editing/create/new-entity-dialog.tsx";
import { gateDraftOf } from "#console/features/gates/draft/gate-draft.ts";
import { sentRule } from "#console/features/gates/draft/gate-request.ts";

interface NewGateProps {
  /** The gate to copy; without one the new gate is empty. */
  like?: Gate;
  onClose: () => void;
}

/** A copy has its own identity: its rules come without their ids. */
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

/** Creates a gate, empty or as a copy, and opens it. Either is disabled, so that nobody passes by accident. */
export function NewGate({ like, onClose }: NewGateProps) {
  const { company = "" } = useParams({ strict: false });
  const router = useRouter();
  const create = useSave("createGate");
  const content = like && contentOf(like);
  return (
    <NewEntityDialog
      title={like ? `Duplicate ${like.name}` : "Create a gate"}
      createLabel={like ? "Duplicate" : "Create the gate"}
      {...(like ? { name: `${like.name} copy` } : {})}
      note={
        like
          ? "The copy starts disabled, with the stored rules and tags. A draft is not copied."
          : "It starts disabled and without rules: nobody passes until you say who."
      }
      refusal={useSaveRefusal()}
      error={create.error}
      isBusy={create.isPending}
      onClose={onClose}
      onCreate={(name, description) =>
        create.mutate(
          {
            body: {
              ...content,
              name,
              isEnabled: false,
              description: description || (content?.description ?? ""),
            },
          },
          {
            onSuccess: ({ data }) =>
              void router.navigate({ to: "/$company/gates/$id", params: { company, id: data.id } }),
          },
        )
      }
    />
  );
}
