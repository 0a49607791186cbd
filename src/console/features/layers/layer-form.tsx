import { Plus, X } from "lucide-react";
import type { Layer } from "#contract/layer.ts";
import { parameterTypes } from "#contract/layer.ts";
import { EntityForm, type FormPart } from "#console/editing/form/entity-form.tsx";
import { formFieldID, problemAt } from "#console/editing/form/form-kind.ts";
import type { FormPlace } from "#console/editing/form/form-page.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { emptyLayer, type LayerDraft, layerKind, newParameter, type ParameterDraft } from "./layer-draft.ts";

const types = parameterTypes.map((value) => ({ value: value as string, label: value }));
const onOff = [
  { value: "true", label: "true" },
  { value: "false", label: "false" },
];
const firstValue: Readonly<Record<string, string>> = {
  string: "",
  number: "0",
  boolean: "false",
  object: "{}",
  array: "[]",
};

function Parameters({ draft, change, problems }: FormPart<LayerDraft>) {
  const { parameters } = draft;
  const focusLater = useFocusLater();
  const set = (index: number, part: Partial<ParameterDraft>) =>
    change({ parameters: parameters.with(index, { ...(parameters[index] as ParameterDraft), ...part }) });
  const add = () => {
    change({ parameters: [...parameters, newParameter(`new-${Date.now()}`)] });
    focusLater(formFieldID(`parameters.${parameters.length}.name`));
  };
  const remove = (index: number) => {
    change({ parameters: parameters.toSpliced(index, 1) });
    focusLater(formFieldID("parameters"));
  };
  const whole = problems.find(({ property }) => property === "parameters")?.errorMessage;
  return (
    <section aria-label="Parameters" className="border-t border-border pt-1 pb-5">
      <SectionHead
        title="Parameters"
        note="What experiments of the layer decide, and what everyone else gets."
      />
      <ul className="grid gap-3">
        {parameters.map(({ key, name, type, typed }, index) => {
          const at = (part: string) => `parameters.${index}.${part}`;
          const shared = {
            id: formFieldID(at("defaultValue")),
            error: problemAt(problems, at("defaultValue")),
          };
          const label = `Default of ${name || `parameter ${index + 1}`}`;
          return (
            <li
              key={key}
              className="grid grid-cols-[minmax(0,1fr)_112px_minmax(0,1fr)_32px] items-start gap-2 max-tablet:grid-cols-[minmax(0,1fr)_112px_44px] max-tablet:border-b max-tablet:border-border max-tablet:pb-3"
            >
              <TextField
                label={`Name of parameter ${index + 1}`}
                hideLabel
                id={formFieldID(at("name"))}
                placeholder="Name"
                value={name}
                error={problemAt(problems, at("name"))}
                onChange={(next) => set(index, { name: next })}
              />
              <Select
                label={`Type of ${name || `parameter ${index + 1}`}`}
                hideLabel
                id={formFieldID(at("type"))}
                value={type}
                options={types}
                error={problemAt(problems, at("type"))}
                onChange={(next) => set(index, { type: next, typed: firstValue[next] ?? "" })}
              />
              <div className="min-w-0 max-tablet:order-1 max-tablet:col-span-2">
                {type === "boolean" ? (
                  <Select
                    {...shared}
                    label={label}
                    hideLabel
                    value={typed}
                    options={onOff}
                    onChange={(next) => set(index, { typed: next })}
                  />
                ) : (
                  <TextField
                    {...shared}
                    label={label}
                    hideLabel
                    placeholder={type === "string" ? "Empty text" : ""}
                    inputMode={type === "number" ? "decimal" : "text"}
                    value={typed}
                    onChange={(next) => set(index, { typed: next })}
                  />
                )}
              </div>
              <IconButton
                label={`Remove ${name || `parameter ${index + 1}`}`}
                icon={X}
                onClick={() => remove(index)}
              />
            </li>
          );
        })}
      </ul>
      {whole ? <p className="pt-1 text-12 text-danger">{whole}</p> : null}
      <div className="-ml-2 pt-1">
        <Button id={formFieldID("parameters")} variant="quiet" icon={Plus} onClick={add}>
          Add parameter
        </Button>
      </div>
    </section>
  );
}

/** New defaults reach only the users who are in none of the layer's experiments. */
const effectOf = (stored: Layer | undefined) => (before: LayerDraft, after: LayerDraft) => {
  if (JSON.stringify(before.parameters) === JSON.stringify(after.parameters)) return "";
  const running = (stored?.experiments ?? []).filter(({ share }) => share > 0).length;
  return `Apps get the new defaults for everyone whom no experiment decides${running > 0 ? `: ${plural(running, "experiment")} of the layer keep their own values` : ""}.`;
};

export function LayerForm({ stored, startsWith, ...place }: FormPlace<Layer>) {
  const fixed = stored?.experiments?.[0];
  return (
    <EntityForm
      {...place}
      kind={layerKind}
      stored={stored}
      initial={emptyLayer}
      start={startsWith && layerKind.draftOf(startsWith)}
      effectOf={effectOf(stored)}
    >
      {(part) => (
        <>
          <section aria-label="Layer" className="grid gap-4 pt-2 pb-5">
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
            <TextField
              label="Unit"
              id={formFieldID("idType")}
              isReadOnly={fixed !== undefined}
              value={part.draft.idType}
              error={problemAt(part.problems, "idType")}
              help={
                fixed
                  ? `It stays: ${fixed.name} divides its users by it.`
                  : "The ID type by which users are divided, such as userID or stableID."
              }
              onChange={(idType) => part.change({ idType })}
            />
          </section>
          <Parameters {...part} />
        </>
      )}
    </EntityForm>
  );
}
