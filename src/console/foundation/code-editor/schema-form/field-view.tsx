// One field of any kind, with the buttons that add it, remove it, or set it to null.
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Select } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { lateError, useControl, useFormEdit } from "./form-edit.ts";
import type { FieldOf, FormField } from "./form-field.ts";
import { ListView } from "./list-view.tsx";
import { SelectValue, SwitchValue, TypedValue } from "./plain-fields.tsx";

/** A title with content below it, for fields without a control of their own. */
const Titled = ({ field, children }: { field: FormField; children: ReactNode }) => (
  <div id={useFormEdit().idOf(field.path)} className="relative min-w-0">
    <p className="mb-1 text-12 font-medium">{field.title}</p>
    {children}
  </div>
);

/** The bare control of a field. */
export function FieldControl({ field, hideLabel = false }: { field: FormField; hideLabel?: boolean }) {
  const form = useFormEdit();
  switch (field.kind) {
    case "text":
    case "number":
      return <TypedValue field={field} hideLabel={hideLabel} />;
    case "switch":
      return <SwitchValue field={field} hideLabel={hideLabel} />;
    case "select":
      return <SelectValue field={field} hideLabel={hideLabel} />;
    case "list":
      return <ListView field={field}>{(item) => <FieldControl field={item} hideLabel />}</ListView>;
    case "object":
      return (
        <fieldset id={form.idOf(field.path)} className="min-w-0 border-l border-border pl-3">
          <legend className="-ml-3 pb-1 text-12 font-medium pointer-coarse:pb-6">{field.title}</legend>
          {field.description ? <p className="pb-2 text-12 text-text-muted">{field.description}</p> : null}
          <ObjectFields field={field} />
        </fieldset>
      );
    case "choice":
      return <Choice field={field} />;
    case "null":
      return (
        <Titled field={field}>
          <Button size="small" onClick={() => form.set(field.path, field.begin)}>
            Nothing (null); set a value
          </Button>
        </Titled>
      );
    case "text only":
      return (
        <Titled field={field}>
          <p className="text-12 text-text-muted">{field.reason}. It is edited in the text.</p>
          <p className={lateError}>{form.errorAt(field.path)}</p>
        </Titled>
      );
    default:
      return null;
  }
}

/** A choice between several forms: a select, and the fields of the chosen form. */
function Choice({ field }: { field: FieldOf<"choice"> }) {
  const { path, forms, chosen, field: inner } = field;
  const form = useFormEdit();
  const control = useControl(field);
  return (
    <div id={control.id} className="grid min-w-0 gap-5">
      <Select
        {...control}
        id={`${control.id}-form`}
        value={chosen === undefined ? "none of these" : String(chosen)}
        options={forms.map(({ label }, index) => ({ label, value: String(index) }))}
        onChange={(index) => {
          const begin = forms[Number(index)];
          if (begin && Number(index) !== chosen) form.set(path, begin.value);
        }}
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

/** A field within an object: a missing one can be added, an optional one removed. */
function Member({ field }: { field: FormField }) {
  const form = useFormEdit();
  const { path, title, isRequired, mayBeNull, kind } = field;
  if (field.value === undefined)
    return (
      <Titled field={field}>
        <div className="flex items-center gap-3">
          <Button size="small" icon={Plus} onClick={() => form.add(path)}>
            Add {title}
          </Button>
          <span className="text-12 text-danger">Missing</span>
        </div>
      </Titled>
    );
  return (
    <div className="group/field relative min-w-0">
      <div className="absolute top-0 right-0 z-1 flex h-5 items-center pointer-fine:opacity-0 pointer-fine:group-focus-within/field:opacity-100 pointer-fine:group-hover/field:opacity-100">
        {mayBeNull && kind !== "null" ? (
          <button
            type="button"
            className="px-1 text-12 text-text-muted hover:text-text hover:underline"
            onClick={() => form.set(path, null)}
          >
            Set to nothing
          </button>
        ) : null}
        {isRequired ? null : (
          <IconButton
            size="small"
            label={`Remove ${title}`}
            className="h-5! w-6! pointer-coarse:-mr-3 pointer-coarse:h-11! pointer-coarse:w-11!"
            icon={X}
            onClick={() => form.remove(path)}
          />
        )}
      </div>
      <FieldControl field={field} />
    </div>
  );
}

/** Input for a property name that the schema does not list. */
function NewName({ field }: { field: FieldOf<"object"> }) {
  const form = useFormEdit();
  const [name, setName] = useState("");
  const isTaken = field.fields.some(({ path }) => path.at(-1) === name);
  return (
    <form
      className="col-span-full flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name === "" || isTaken) return;
        form.add([...field.path, name]);
        setName("");
      }}
    >
      <TextField
        label="New name"
        value={name}
        onChange={setName}
        error={isTaken ? "There is one of this name" : undefined}
      />
      <Button type="submit">Add</Button>
    </form>
  );
}

const short = new Set<FormField["kind"]>(["number", "select"]);

/** The fields of an object: first the present ones, then those that can be added. */
export function ObjectFields({ field }: { field: FieldOf<"object"> }) {
  const form = useFormEdit();
  const shown = field.fields.filter(({ value, isRequired }) => value !== undefined || isRequired);
  const optional = field.fields.filter((one) => !shown.includes(one));
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] items-start gap-x-4 gap-y-5">
      {shown.map((one) => (
        <div
          key={one.path.join("\n")}
          className={short.has(one.kind) && one.value !== undefined ? "min-w-0" : "col-span-full min-w-0"}
        >
          <Member field={one} />
        </div>
      ))}
      {optional.length ? (
        <div className="col-span-full -ml-2 flex flex-wrap gap-1">
          {optional.map(({ path, title }) => (
            <Button
              key={path.join("\n")}
              variant="quiet"
              size="small"
              icon={Plus}
              onClick={() => form.add(path)}
            >
              {title}
            </Button>
          ))}
        </div>
      ) : null}
      {field.mayGrow ? <NewName field={field} /> : null}
    </div>
  );
}
