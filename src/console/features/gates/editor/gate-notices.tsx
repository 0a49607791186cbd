import { getRouteApi } from "@tanstack/react-router";
import { DraftNotices } from "#console/editing/session/draft-notices.tsx";
import { gateChanges } from "#console/features/gates/draft/gate-changes.ts";
import { fieldID, labelOf, placeOf } from "#console/features/gates/draft/problem-place.ts";
import { requestedGate } from "#console/features/gates/editor/review/requested-gate.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { GateEdit } from "./use-gate-edit.ts";

const route = getRouteApi("/$company/gates/$id");

interface GateNoticesProps {
  edit: GateEdit;
  nameOf: NameOf;
  /** A button of a notice was pressed, and goes with it. */
  onActed: () => void;
}

export function GateNotices({ edit, nameOf, onActed }: GateNoticesProps) {
  const navigate = route.useNavigate();
  const acting =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      act(...args);
      onActed();
    };
  return (
    <DraftNotices
      edit={{
        ...edit,
        restore: acting(edit.restore),
        mergeNewer: acting(edit.mergeNewer),
        decide: acting(edit.decide),
        closeSummary: acting(edit.closeSummary),
      }}
      noun="gate"
      path={`gates/${edit.stored.id}`}
      changesOf={(before, after) => gateChanges(before, after, nameOf)}
      requestedOf={({ body, stored, before }) => requestedGate(body, before, stored)}
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
