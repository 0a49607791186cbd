import { Plus } from "lucide-react";
import { useState } from "react";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { FieldView } from "./field-view.tsx";
import { useFormEdit } from "./form-edit.ts";
import type { FieldOf, FormField } from "./form-field.ts";

const short = new Set<FormField["kind"]>(["number", "select"]);

/** Takes a name that the schema leaves open. */
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

/** The fields of an object: what is there, then what could be added. */
export function ObjectFields({ field }: { field: FieldOf<"object"> }) {
  const form = useFormEdit();
  const shown = field.fields.filter(({ value, isRequired }) => value !== undefined || isRequired);
  const optional = field.fields.filter(({ value, isRequired }) => value === undefined && !isRequired);
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] items-start gap-x-4 gap-y-3">
      {shown.map((one) => (
        <div
          key={one.path.join("\n")}
          className={short.has(one.kind) && one.value !== undefined ? "min-w-0" : "col-span-full min-w-0"}
        >
          <FieldView field={one} />
        </div>
      ))}
      {optional.length ? (
        <div className="col-span-full -ml-2 flex flex-wrap gap-1">
          {optional.map(({ path, title }) => (
            <Button
              key={path.join("\n")}
              variant="quiet"
              size="small"
              icon={<Plus size={14} aria-hidden />}
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

/** An object within another. */
export const ObjectView = ({ field }: { field: FieldOf<"object"> }) => (
  <fieldset id={useFormEdit().idOf(field.path)} className="min-w-0 border-l border-border pl-3">
    <legend className="-ml-3 pb-1 text-12 font-medium pointer-coarse:pb-6">{field.title}</legend>
    {field.description ? <p className="pb-2 text-12 text-text-muted">{field.description}</p> : null}
    <ObjectFields field={field} />
  </fieldset>
);
