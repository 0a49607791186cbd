// The draft of a holdout: it holds what was typed, even while that is invalid. Pure.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { HoldoutCreate } from "#contract/holdout-update.ts";
import { heldOutFields, type HeldOutField, Holdout } from "#contract/holdout.ts";
import { problemsOf } from "#contract/problems.ts";
import { percentStep } from "#console/editing/diff-merge/draft-fields.ts";
import { changeOf } from "#console/editing/diff-merge/changes.ts";
import type { FormKind } from "#console/editing/form/entity-form.tsx";
import { formField, type FormField } from "#console/editing/form/form-kind.ts";
import { configState } from "#console/foundation/ui/entity-state.ts";
import { capitalise, percentText } from "#console/foundation/ui/wording.ts";

const ids = z.array(z.string());

export const HoldoutDraft = z.object({
  name: z.string(),
  description: z.string(),
  idType: z.string(),
  isEnabled: z.boolean(),
  passPercentage: z.optional(z.number()),
  /** Typed text that is not a valid percentage yet; kept so that it is not lost. */
  typedPercentage: z.optional(z.string()),
  gateIDs: ids,
  dynamicConfigIDs: ids,
  experimentIDs: ids,
  layerIDs: ids,
});
export type HoldoutDraft = z.infer<typeof HoldoutDraft>;

export const emptyHoldout: HoldoutDraft = {
  name: "",
  description: "",
  idType: "userID",
  isEnabled: true,
  passPercentage: 5,
  gateIDs: [],
  dynamicConfigIDs: [],
  experimentIDs: [],
  layerIDs: [],
};

const draftOf = (holdout: Holdout): HoldoutDraft => ({
  name: holdout.name ?? holdout.id,
  description: holdout.description ?? "",
  idType: holdout.idType ?? "userID",
  isEnabled: holdout.isEnabled,
  passPercentage: holdout.passPercentage,
  gateIDs: holdout.gateIDs,
  dynamicConfigIDs: holdout.dynamicConfigIDs,
  experimentIDs: holdout.experimentIDs,
  layerIDs: holdout.layerIDs,
});

const bodyOf = ({ typedPercentage: _typed, name, description, ...rest }: HoldoutDraft) => ({
  ...rest,
  name: name.trim(),
  description: description.trim(),
});

function problemsOfHoldout(draft: HoldoutDraft): readonly Problem[] {
  if (draft.passPercentage === undefined)
    return [{ property: "passPercentage", errorMessage: "Enter a number from 0 to 100" }];
  const body = bodyOf(draft);
  const { error } = HoldoutCreate.safeParse(body);
  return error ? problemsOf(error, body) : [];
}

/** Labels of the fields that list what users are held out of. */
export const heldOutLabels: Readonly<Record<HeldOutField, string>> = {
  gateIDs: "Gates",
  dynamicConfigIDs: "Dynamic configs",
  experimentIDs: "Experiments",
  layerIDs: "Layers",
};

const asIs = (text: string) => text;
const listed = (texts: readonly string[]) => texts.join(", ");
const field = formField<HoldoutDraft>();
const share: FormField<HoldoutDraft> = {
  step: percentStep<HoldoutDraft>("Share"),
  changes: (before, after) =>
    changeOf("Share", percentText(before.passPercentage ?? 0), percentText(after.passPercentage ?? 0)),
};

const labels: Readonly<Record<string, string>> = {
  ...heldOutLabels,
  idType: "Unit",
  isEnabled: "State",
  passPercentage: "Share",
};

export const holdoutKind: FormKind<Holdout, HoldoutDraft> = {
  resource: "Holdout",
  section: "holdouts",
  noun: "holdout",
  Entity: Holdout,
  Draft: HoldoutDraft,
  draftOf,
  bodyOf,
  problemsOf: problemsOfHoldout,
  fields: [
    field("Name", "name", asIs),
    field("Description", "description", asIs),
    field("State", "isEnabled", (isEnabled) => configState({ isEnabled })),
    share,
    ...heldOutFields.map((key) => field(heldOutLabels[key], key, listed)),
  ],
  labelOf: (property) => {
    const [first = ""] = property.split(".");
    return labels[first] ?? capitalise(first);
  },
};

/** Returns the percentage of units held out: 0 while the holdout is disabled. */
export const heldOutShare = ({
  isEnabled,
  passPercentage = 0,
}: {
  isEnabled: boolean;
  passPercentage?: number | undefined;
}) => (isEnabled ? passPercentage : 0);
