import { useState } from "react";
import type { HeldOutField, Holdout } from "#contract/holdout.ts";
import { sameJson } from "#contract/json5.ts";
import { EntityForm, type FormPart } from "#console/editing/form/entity-form.tsx";
import { formFieldID, problemAt } from "#console/editing/form/form-kind.ts";
import type { FormPlace } from "#console/editing/form/form-page.tsx";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { configState } from "#console/foundation/ui/entity-state.ts";
import { percentText } from "#console/foundation/ui/wording.ts";
import { useEntityOptions } from "#console/rules/fields/suggestions.ts";
import {
  emptyHoldout,
  type HoldoutDraft,
  heldOutLabels,
  heldOutShare,
  holdoutKind,
} from "./holdout-draft.ts";

const kinds = {
  gateIDs: "gate",
  dynamicConfigIDs: "dynamic_config",
  experimentIDs: "experiment",
  layerIDs: "layer",
} as const;

const helps: Readonly<Record<HeldOutField, string>> = {
  gateIDs: "Held-out users fail them, launched ones as well.",
  dynamicConfigIDs: "Held-out users get the default value.",
  experimentIDs: "Held-out users are in no group. Experiments that run already cannot be held out.",
  layerIDs: "All their experiments, also those that are made later.",
};

function HeldOutList({ field, draft, change, problems }: FormPart<HoldoutDraft> & { field: HeldOutField }) {
  const [typed, setTyped] = useState("");
  const values = draft[field];
  const { options } = useEntityOptions({ kind: kinds[field], chosen: values, typed, isWanted: true });
  return (
    <TokensField
      label={heldOutLabels[field]}
      id={formFieldID(field)}
      values={values}
      options={options}
      placeholder="Name"
      help={helps[field]}
      error={problemAt(problems, field)}
      onType={setTyped}
      onChange={(next) => change({ [field]: next })}
    />
  );
}

function effectOf(before: HoldoutDraft, after: HoldoutDraft): string {
  const [was, is] = [heldOutShare(before), heldOutShare(after)];
  const isSameList = (["gateIDs", "dynamicConfigIDs", "experimentIDs", "layerIDs"] as const).every((field) =>
    sameJson(before[field], after[field]),
  );
  if (was === is && (isSameList || is === 0)) return "";
  const lists = isSameList ? "" : " What it holds them out of changes at once, in all apps.";
  if (was === is) return `${percentText(is)} of the units stay held out.${lists}`;
  if (is === 0) return `Nobody is held out any more: the ${percentText(was)} get what everyone else gets.`;
  return `${percentText(is)} of the units are held out from now on, ${percentText(was)} until now.${lists}`;
}

export function HoldoutForm({ stored, startsWith, ...place }: FormPlace<Holdout>) {
  return (
    <EntityForm
      {...place}
      kind={holdoutKind}
      stored={stored}
      initial={emptyHoldout}
      start={startsWith && holdoutKind.draftOf(startsWith)}
      effectOf={effectOf}
    >
      {(part) => (
        <>
          <section aria-label="Holdout" className="grid gap-4 pt-2 pb-5">
            <TextField
              label="Name"
              id={formFieldID("name")}
              isRequired
              value={part.draft.name}
              error={problemAt(part.problems, "name")}
              onChange={(name) => part.change({ name })}
            />
            <TextField
              label="Description"
              id={formFieldID("description")}
              multiline
              value={part.draft.description}
              error={problemAt(part.problems, "description")}
              onChange={(description) => part.change({ description })}
            />
            {stored ? null : (
              <TextField
                label="Unit"
                id={formFieldID("idType")}
                value={part.draft.idType}
                error={problemAt(part.problems, "idType")}
                help="The ID type by which users are held out, such as userID. It stays."
                onChange={(idType) => part.change({ idType })}
              />
            )}
            <PercentField
              label="Share of the units that is held out"
              id={formFieldID("passPercentage")}
              share={part.draft}
              was={stored?.passPercentage}
              error={problemAt(part.problems, "passPercentage")}
              onChange={(share) => part.change(share)}
            />
            <Switch
              label={configState({ isEnabled: true })}
              id={formFieldID("isEnabled")}
              checked={part.draft.isEnabled}
              onChange={(isEnabled) => part.change({ isEnabled })}
            />
            {problemAt(part.problems, "isEnabled") ? (
              <p className="-mt-3 text-12 text-danger">{problemAt(part.problems, "isEnabled")}</p>
            ) : null}
          </section>
          <section aria-label="Held out of" className="grid gap-4 border-t border-border pt-1 pb-5">
            <div className="-mb-3">
              <SectionHead title="Held out of" />
            </div>
            <HeldOutList {...part} field="gateIDs" />
            <HeldOutList {...part} field="dynamicConfigIDs" />
            <HeldOutList {...part} field="experimentIDs" />
            <HeldOutList {...part} field="layerIDs" />
          </section>
        </>
      )}
    </EntityForm>
  );
}
