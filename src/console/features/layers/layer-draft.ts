// The draft of a layer: it holds what was typed, even while that is invalid. Pure.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { parseJson5 } from "#contract/json5.ts";
import { LayerCreate } from "#contract/layer-update.ts";
import { isOfType, Layer } from "#contract/layer.ts";
import { problemsOf } from "#contract/problems.ts";
import type { FormKind } from "#console/editing/form/entity-form.tsx";
import { formField } from "#console/editing/form/form-kind.ts";

const ParameterDraft = z.object({
  /** Stable while the draft is edited; never sent. */
  key: z.string(),
  name: z.string(),
  type: z.string(),
  /** The default value as typed. */
  typed: z.string(),
});
export type ParameterDraft = z.infer<typeof ParameterDraft>;

export const LayerDraft = z.object({
  name: z.string(),
  description: z.string(),
  idType: z.string(),
  parameters: z.array(ParameterDraft),
});
export type LayerDraft = z.infer<typeof LayerDraft>;

export const newParameter = (key: string): ParameterDraft => ({ key, name: "", type: "string", typed: "" });
export const emptyLayer: LayerDraft = { name: "", description: "", idType: "userID", parameters: [] };

export const typedOf = (type: string, value: unknown): string =>
  type === "string" && typeof value === "string" ? value : (JSON.stringify(value ?? null) ?? "");

const layerDraftOf = (layer: Layer): LayerDraft => ({
  name: layer.name ?? layer.id,
  description: layer.description ?? "",
  idType: layer.idType ?? "userID",
  parameters: layer.parameters.map(({ name, type, defaultValue }) => ({
    key: name,
    name,
    type,
    typed: typedOf(type, defaultValue),
  })),
});

/** Parses the typed text as a value of the parameter's type; undefined if it is not one. */
function valueOf({ type, typed }: ParameterDraft): unknown {
  if (type === "string") return typed;
  if (type === "boolean") return typed === "true";
  const read = parseJson5(type === "number" ? typed.trim().replace(",", ".") : typed);
  return read.ok && isOfType(type, read.value) ? read.value : undefined;
}

const expected: Readonly<Record<string, string>> = {
  number: "Enter a number, such as 12.5",
  object: "Enter an object, such as { size: 2 }",
  array: "Enter a list, such as [1, 2]",
};

const bodyOf = ({ name, description, idType, parameters }: LayerDraft) => ({
  name: name.trim(),
  description: description.trim(),
  idType,
  parameters: parameters.map((one) => ({
    name: one.name.trim(),
    type: one.type,
    defaultValue: valueOf(one),
  })),
});

function problemsOfLayer(draft: LayerDraft): readonly Problem[] {
  const body = bodyOf(draft);
  const { error } = LayerCreate.safeParse(body);
  const own = draft.parameters.flatMap((one, index) =>
    valueOf(one) === undefined
      ? [
          {
            property: `parameters.${index}.defaultValue`,
            errorMessage: expected[one.type] ?? "Enter a value",
          },
        ]
      : [],
  );
  const all = [...own, ...(error ? problemsOf(error, body) : [])];
  return [...new Map(all.toReversed().map((problem) => [problem.property, problem])).values()].toReversed();
}

const asIs = (text: string) => text;
const field = formField<LayerDraft>();
const parameterText = ({ name, type, typed }: ParameterDraft) => `${name} (${type}): ${typed || "empty"}`;

const labels: Readonly<Record<string, string>> = { idType: "Unit", parameters: "Parameters" };
const partLabels: Readonly<Record<string, string>> = {
  name: "name",
  type: "type",
  defaultValue: "default",
};

export const layerKind: FormKind<Layer, LayerDraft> = {
  resource: "Layer",
  section: "layers",
  noun: "layer",
  Entity: Layer,
  Draft: LayerDraft,
  draftOf: layerDraftOf,
  bodyOf,
  problemsOf: problemsOfLayer,
  fields: [
    field("Name", "name", asIs),
    field("Description", "description", asIs),
    field("Unit", "idType", asIs),
    field("Parameters", "parameters", (all) => all.map(parameterText).join("\n")),
  ],
  labelOf: (property) => {
    const [first = "", index, part = ""] = property.split(".");
    const label = labels[first] ?? first.charAt(0).toUpperCase() + first.slice(1);
    return index === undefined ? label : `Parameter ${Number(index) + 1}, ${partLabels[part] ?? part}`;
  },
};
