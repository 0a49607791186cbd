import type { ParameterType } from "#console/features/experiments/plan/draft/parameter-cells.ts";
import { controlClass, Field } from "#console/foundation/forms/field.tsx";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";

interface ParameterCellProps {
  id: string;
  label: string;
  type: ParameterType;
  /** As typed; absent where nothing was typed yet. */
  cell: string | undefined;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (cell: string) => void;
}

/** Edits the value of a parameter in one group, in a control that suits its type. Errors are shown below the table. */
export function ParameterCell({ type, cell, onChange, ...field }: ParameterCellProps) {
  const shared = { ...field, hideLabel: true, lateError: "sr-only" };
  if (type === "switch")
    return (
      <span className="inline-flex h-control items-center">
        <Switch
          id={field.id}
          label={field.label}
          hideLabel
          isReadOnly={field.isReadOnly}
          checked={cell === "true"}
          onChange={(checked) => onChange(String(checked))}
        />
      </span>
    );
  if (type === "json5")
    return (
      <Field {...shared}>
        {(control) => (
          <textarea
            {...control}
            rows={1}
            spellCheck={false}
            readOnly={field.isReadOnly}
            value={cell ?? ""}
            onChange={(event) => onChange(event.target.value)}
            className={`block field-sizing-content max-h-40 min-h-control w-full resize-none px-2.5 py-1.5 font-mono text-12 ${controlClass(field.error, field.isReadOnly)}`}
          />
        )}
      </Field>
    );
  return (
    <TextField
      {...shared}
      value={cell ?? ""}
      {...(cell === "" && type === "text" ? { placeholder: "Empty text" } : {})}
      inputMode={type === "number" ? "decimal" : "text"}
      onChange={onChange}
    />
  );
}
