// Fields of one plain value each.
import { Select } from "#console/forms/select.tsx";
import { Switch } from "#console/forms/switch.tsx";
import { TextField } from "#console/forms/text-field.tsx";
import { setValue } from "#console/json5/edit-text.ts";
import { useFormEdit } from "./form-edit.ts";
import type { FieldOf } from "./form-field.ts";
import { useTyped } from "./use-typed.ts";

interface FieldProps<Kind extends "text" | "number" | "switch" | "select"> {
  field: FieldOf<Kind>;
  /** In a table the column has the label. */
  hideLabel?: boolean;
}

const shownText = (value: unknown) =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

export function TextValue({ field, hideLabel = false }: FieldProps<"text">) {
  const { path, title, description, value, isLong } = field;
  const form = useFormEdit();
  const typed = useTyped(shownText(value), (text) => {
    form.edit((whole) => setValue(whole, path, text));
    return undefined;
  });
  return (
    <TextField
      id={form.idOf(path)}
      label={title}
      help={hideLabel ? undefined : description}
      hideLabel={hideLabel}
      multiline={isLong}
      value={typed.value}
      onChange={typed.onChange}
      onBlur={typed.onBlur}
      error={form.errorAt(path)}
    />
  );
}

/** The number that was typed; a comma is a decimal mark too. */
function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().replace(/^\+/, "").replace(",", ".");
  return /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined;
}

export function NumberValue({ field, hideLabel = false }: FieldProps<"number">) {
  const { path, title, description, value, unit } = field;
  const form = useFormEdit();
  const typed = useTyped(shownText(value), (text) => {
    const number = parseNumber(text);
    if (number === undefined || !Number.isFinite(number)) return "Enter a number";
    form.edit((whole) => setValue(whole, path, number));
    return undefined;
  });
  return (
    <TextField
      id={form.idOf(path)}
      label={title}
      help={hideLabel ? undefined : description}
      hideLabel={hideLabel}
      unit={unit}
      value={typed.value}
      onChange={typed.onChange}
      onBlur={typed.onBlur}
      error={typed.complaint ?? form.errorAt(path)}
    />
  );
}

export function SwitchValue({ field, hideLabel = false }: FieldProps<"switch">) {
  const { path, title, description, value } = field;
  const form = useFormEdit();
  const error = form.errorAt(path);
  return (
    <div id={form.idOf(path)} className="min-w-0">
      <Switch
        label={title}
        hideLabel={hideLabel}
        checked={value === true}
        onChange={(checked) => form.edit((whole) => setValue(whole, path, checked))}
      />
      {error || (description && !hideLabel) ? (
        <p className={`mt-1 text-12 ${error ? "text-danger" : "text-text-muted"}`}>{error ?? description}</p>
      ) : null}
    </div>
  );
}

export function SelectValue({ field, hideLabel = false }: FieldProps<"select">) {
  const { path, title, description, value, options } = field;
  const form = useFormEdit();
  return (
    <Select
      id={form.idOf(path)}
      label={title}
      {...(description && !hideLabel ? { help: description } : {})}
      hideLabel={hideLabel}
      value={JSON.stringify(value ?? null)}
      options={options.map((option) => ({ label: option.label, value: JSON.stringify(option.value) }))}
      onChange={(chosen) => {
        const option = options.find((one) => JSON.stringify(one.value) === chosen);
        if (option) form.edit((whole) => setValue(whole, path, option.value));
      }}
      error={form.errorAt(path)}
    />
  );
}
