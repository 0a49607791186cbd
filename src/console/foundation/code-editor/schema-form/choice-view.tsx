import { Select } from "#console/foundation/forms/select.tsx";
import { setValue } from "#console/foundation/code-editor/json5/edit-text.ts";
import { FieldControl } from "./field-view.tsx";
import { useFormEdit } from "./form-edit.ts";
import type { FieldOf } from "./form-field.ts";
import { ObjectFields } from "./object-view.tsx";

/** One of several forms: which, and then its fields. */
export function ChoiceView({ field }: { field: FieldOf<"choice"> }) {
  const { path, title, description, forms, chosen, field: inner } = field;
  const form = useFormEdit();
  return (
    <div id={form.idOf(path)} className="grid min-w-0 gap-3">
      <Select
        id={`${form.idOf(path)}-form`}
        label={title}
        {...(description ? { help: description } : {})}
        value={chosen === undefined ? "none of these" : String(chosen)}
        options={forms.map(({ label }, index) => ({ label, value: String(index) }))}
        onChange={(index) => {
          const begin = forms[Number(index)];
          if (begin && Number(index) !== chosen) form.edit((text) => setValue(text, path, begin.value));
        }}
        error={form.errorAt(path)}
      />
      {inner ? (
        <div className="min-w-0 border-l border-border pl-3">
          {inner.kind === "object" ? (
            <ObjectFields field={inner} />
          ) : (
            <FieldControl field={inner} hideLabel />
          )}
        </div>
      ) : null}
    </div>
  );
}
