import { gateTypes } from "#contract/gate.ts";
import { DescriptionAndTags } from "#console/editing/session/description-and-tags.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { gateStates, stateWords } from "#console/editing/diff-merge/gate-states.ts";
import { labelOf } from "#console/foundation/ui/wording.ts";
import type { GateEdit } from "#console/features/gates/draft/gate-adapter.ts";

/** Tab for the state of the gate and its descriptive fields. */
export function SettingsTab({ edit }: { edit: GateEdit }) {
  const { draft, problems, change } = edit;
  const errorOf = (field: string) => problems.find(({ property }) => property === field)?.errorMessage;
  // Staleness is computed, so it cannot be chosen; an unknown type returned by another service remains an option.
  const types = new Set([...gateTypes.filter((type) => type !== "STALE"), draft.type]);
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-4">
      <fieldset id="state" tabIndex={-1} className="outline-none">
        <legend className="mb-1 text-12 font-medium">Status</legend>
        <Segment
          label="Status"
          value={draft.state}
          options={gateStates.map((value) => ({ value, label: labelOf(value) }))}
          onChange={(state) => change({ state })}
        />
        <p className="mt-1 text-12 text-text-muted">{stateWords(draft.state)}.</p>
        {errorOf("status") ? <p className="mt-1 text-12 text-danger">{errorOf("status")}</p> : null}
      </fieldset>
      <TextField
        id="name"
        label="Name"
        isRequired
        value={draft.name}
        error={errorOf("name")}
        help="Clients ask for the id, which never changes."
        onChange={(name) => change({ name })}
      />
      <DescriptionAndTags draft={draft} errorOf={errorOf} onChange={change} />
      <Select
        id="type"
        label="Type"
        value={draft.type}
        options={[...types].map((value) => ({ value, label: labelOf(value) }))}
        help="A permanent gate is never called stale."
        error={errorOf("type")}
        onChange={(type) => change({ type })}
      />
    </div>
  );
}
