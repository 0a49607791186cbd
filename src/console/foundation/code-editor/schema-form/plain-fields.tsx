// Fields for a single scalar value each.
import { useState } from "react";
import { Select } from "#console/foundation/forms/select.tsx";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { useControl, useFormEdit } from "./form-edit.ts";
import type { FieldOf } from "./form-field.ts";
import { readNumber } from "./read-number.ts";

interface FieldProps<Kind extends "text" | "number" | "switch" | "select"> {
  field: FieldOf<Kind>;
  /** In a table the column has the label. */
  hideLabel: boolean;
}

/** A text or a number, shown as typed until the field loses the focus. */
export function TypedValue({ field, hideLabel }: FieldProps<"text" | "number">) {
  const { kind, path, value } = field;
  const form = useFormEdit();
  const control = useControl(field, hideLabel);
  const [typed, setTyped] = useState<string>();
  const read = (text: string) => (kind === "number" ? readNumber(text) : text);
  return (
    <TextField
      {...control}
      multiline={kind === "text" && field.isLong}
      unit={kind === "number" ? field.unit : ""}
      value={typed ?? (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))}
      onChange={(text) => {
        setTyped(text);
        const parsed = read(text);
        if (parsed !== undefined) form.set(path, parsed);
      }}
      onBlur={() => {
        // An unfinished number must not be lost: it is written into the text, where the schema check reports it.
        if (typed !== undefined && read(typed) === undefined) form.set(path, typed);
        setTyped(undefined);
      }}
    />
  );
}

export function SwitchValue({ field, hideLabel }: FieldProps<"switch">) {
  const form = useFormEdit();
  const { id, label, help, error, lateError } = useControl(field, hideLabel);
  return (
    <div id={id} className="min-w-0">
      <Switch
        label={label}
        hideLabel={hideLabel}
        checked={field.value === true}
        onChange={(checked) => form.set(field.path, checked)}
      />
      {help ? <p className="mt-1 text-12 text-text-muted">{help}</p> : null}
      {error ? <p className={lateError}>{error}</p> : null}
    </div>
  );
}

export function SelectValue({ field, hideLabel }: FieldProps<"select">) {
  const { path, value, options } = field;
  const form = useFormEdit();
  return (
    <Select
      {...useControl(field, hideLabel)}
      value={JSON.stringify(value ?? null)}
      options={options.map((option) => ({ label: option.label, value: JSON.stringify(option.value) }))}
      onChange={(chosen) => {
        const option = options.find((one) => JSON.stringify(one.value) === chosen);
        if (option) form.set(path, option.value);
      }}
    />
  );
}
