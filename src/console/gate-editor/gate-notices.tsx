import { getRouteApi } from "@tanstack/react-router";
import { DraftNotices } from "#console/draft-edit/draft-notices.tsx";
import { gateChanges } from "#console/gate-draft/gate-changes.ts";
import { fieldID, labelOf, placeOf } from "#console/gate-draft/problem-place.ts";
import { askedGate } from "#console/gate-review/asked-gate.ts";
import type { NameOf } from "#console/rules/condition-words.ts";
import type { GateEdit } from "./use-gate-edit.ts";

const route = getRouteApi("/$company/gates/$id");

export function GateNotices({ edit, nameOf }: { edit: GateEdit; nameOf: NameOf }) {
  const navigate = route.useNavigate();
  return (
    <DraftNotices
      edit={edit}
      noun="gate"
      path={`gates/${edit.stored.id}`}
      changesOf={(before, after) => gateChanges(before, after, nameOf)}
      askedOf={({ body, stored, before }) => askedGate(body, before, stored)}
      toSummary={({ property, errorMessage }) => ({
        id: fieldID(property),
        label: labelOf(property, edit.draft),
        message: errorMessage,
        bring: () =>
          navigate({ search: (before) => ({ ...before, ...placeOf(property, edit.draft) }), replace: true }),
      })}
    />
  );
}
