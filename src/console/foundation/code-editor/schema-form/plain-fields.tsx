// Fields of one plain value each.
import type { Json } from "#contract/json5.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { setValue } from "#console/foundation/code-editor/json5/edit-text.ts";
import { useFormEdit } from "./form-edit.ts";
import type { FieldOf, FormField } from "./form-field.ts";
import { useTyped } from "./use-typed.ts";

interface FieldProps<Kind extends "text" | "number" | "switch" | "select"> {
  field: FieldOf<Kind>;
  /** In a table the column has the label. */
  hideLabel?: boolean;
}

const shownText = (value: unknown) =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

/** A field that takes text; `read` is what the text says as a value, undefined while it is still being typed. */
function TypedValue({
  field,
  hideLabel,
  unit = "",
  isLong = false,
  read,
}: {
  field: FormField;
  hideLabel: boolean;
  unit?: string;
  isLong?: boolean;
  read: (text: string) => Json | undefined;
}) {
  const { path, title, description, value } = field;
  const form = useFormEdit();
  const set = (next: Json) => form.edit((whole) => setValue(whole, path, next));
  const typed = useTyped(shownText(value), (text, isLeft) => {
    const parsed = read(text);
    if (parsed !== undefined && !isLeft) set(parsed);
    // What is left unfinished must not be lost: it goes into the text, where the schema says what is wrong with it.
    if (parsed === undefined && isLeft) set(text);
  });
  return (
    <TextField
      id={form.idOf(path)}
      label={title}
      help={hideLabel ? undefined : description}
      hideLabel={hideLabel}
      multiline={isLong}
      unit={unit}
      value={typed.value}
      onChange={typed.onChange}
      onBlur={typed.onBlur}
      error={form.errorAt(path)}
    />
  );
}

export const TextValue = ({ field, hideLabel = false }: FieldProps<"text">) => (
  <TypedValue field={field} hideLabel={hideLabel} isLong={field.isLong} read={(text) => text} />
);

/** A number, with a comma as decimal mark too; what can become none is the text itself. */
function readNumber(text: string): Json | undefined {
  const trimmed = text.trim().replace(/^\+/, "").replace(",", ".");
  if (/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) && Number.isFinite(Number(trimmed)))
    return Number(trimmed);
  const mayBecomeOne = /^-?\d*\.?\d*(?:e[+-]?)?$/i.test(trimmed);
  return mayBecomeOne ? undefined : text;
}

export const NumberValue = ({ field, hideLabel = false }: FieldProps<"number">) => (
  <TypedValue field={field} hideLabel={hideLabel} unit={field.unit} read={readNumber} />
);

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
