// One field of any kind, with what it takes to add it, to take it out, or to make it null.
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { setValue } from "#console/foundation/code-editor/json5/edit-text.ts";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { ChoiceView } from "./choice-view.tsx";
import { useFormEdit } from "./form-edit.ts";
import type { FormField } from "./form-field.ts";
import { ListView } from "./list-view.tsx";
import { ObjectView } from "./object-view.tsx";
import { NumberValue, SelectValue, SwitchValue, TextValue } from "./plain-fields.tsx";

/** A title with what belongs to it below, for what has no control of its own. */
const Titled = ({ field, children }: { field: FormField; children: ReactNode }) => (
  <div id={useFormEdit().idOf(field.path)} className="min-w-0">
    <p className="mb-1 text-12 font-medium">{field.title}</p>
    {children}
  </div>
);

function AbsentField({ field }: { field: FormField }) {
  const form = useFormEdit();
  return (
    <Titled field={field}>
      <div className="flex items-center gap-3">
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => form.add(field.path)}>
          Add {field.title}
        </Button>
        <span className="text-12 text-danger">Missing</span>
      </div>
    </Titled>
  );
}

/** The control of a field alone. */
export function FieldControl({ field, hideLabel = false }: { field: FormField; hideLabel?: boolean }) {
  const form = useFormEdit();
  switch (field.kind) {
    case "text":
      return <TextValue field={field} hideLabel={hideLabel} />;
    case "number":
      return <NumberValue field={field} hideLabel={hideLabel} />;
    case "switch":
      return <SwitchValue field={field} hideLabel={hideLabel} />;
    case "select":
      return <SelectValue field={field} hideLabel={hideLabel} />;
    case "list":
      return <ListView field={field} />;
    case "object":
      return <ObjectView field={field} />;
    case "choice":
      return <ChoiceView field={field} />;
    case "null":
      return (
        <Titled field={field}>
          <Button size="small" onClick={() => form.edit((text) => setValue(text, field.path, field.begin))}>
            Nothing (null); set a value
          </Button>
        </Titled>
      );
    case "text only":
      return (
        <Titled field={field}>
          <p className="text-12 text-text-muted">{field.reason}. It is edited in the text.</p>
          {form.errorAt(field.path) ? (
            <p className="mt-1 text-12 text-danger">{form.errorAt(field.path)}</p>
          ) : null}
        </Titled>
      );
    default:
      return null;
  }
}

/** A field as it stands in an object: an optional one can be taken out. */
export function FieldView({ field }: { field: FormField }) {
  const form = useFormEdit();
  if (field.value === undefined) return <AbsentField field={field} />;
  const { path, title, isRequired, mayBeNull, kind } = field;
  return (
    <div className="group/field relative min-w-0">
      <div className="absolute top-0 right-0 z-1 flex h-5 items-center pointer-fine:opacity-0 pointer-fine:group-focus-within/field:opacity-100 pointer-fine:group-hover/field:opacity-100">
        {mayBeNull && kind !== "null" ? (
          <button
            type="button"
            className="px-1 text-12 text-text-muted hover:text-text hover:underline"
            onClick={() => form.edit((text) => setValue(text, path, null))}
          >
            Set to nothing
          </button>
        ) : null}
        {isRequired ? null : (
          <IconButton
            size="small"
            label={`Remove ${title}`}
            className="h-5! w-6! pointer-coarse:-mr-3 pointer-coarse:h-11! pointer-coarse:w-11!"
            icon={<X size={14} aria-hidden />}
            onClick={() => form.remove(path)}
          />
        )}
      </div>
      <FieldControl field={field} />
    </div>
  );
}
