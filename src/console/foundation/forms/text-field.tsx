import { useId, type HTMLInputTypeAttribute, type ReactNode } from "react";
import { controlClass, describedBy, Field } from "./field.tsx";

interface TextFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  help?: ReactNode;
  error?: string | undefined;
  id?: string;
  type?: HTMLInputTypeAttribute;
  /** With the type "password" the lines stay and their characters are hidden; a field of one line would drop the breaks. */
  multiline?: boolean;
  placeholder?: string;
  unit?: string;
  hideLabel?: boolean;
  autoComplete?: string;
}

export function TextField({
  label,
  value,
  onChange,
  onBlur,
  help,
  error,
  id,
  type = "text",
  multiline,
  placeholder,
  unit,
  hideLabel,
  autoComplete = "off",
}: TextFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const shared = {
    id: controlId,
    value,
    placeholder,
    onBlur,
    autoComplete,
    spellCheck: false,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy(controlId, help, error),
  };
  return (
    <Field label={label} id={controlId} help={help} error={error} hideLabel={hideLabel ?? false}>
      {multiline ? (
        <textarea
          {...shared}
          rows={3}
          onChange={(event) => onChange(event.target.value)}
          className={`block w-full resize-y px-2.5 py-1.5 placeholder:text-text-muted ${type === "password" ? "[-webkit-text-security:disc]" : ""} ${controlClass(error)}`}
        />
      ) : (
        <span className="relative block">
          <input
            {...shared}
            type={type}
            onChange={(event) => onChange(event.target.value)}
            className={`block h-control w-full px-2.5 placeholder:text-text-muted ${unit ? "pr-8" : ""} ${controlClass(error)}`}
          />
          {unit ? (
            <span aria-hidden className="absolute inset-y-0 right-2.5 flex items-center text-text-muted">
              {unit}
            </span>
          ) : null}
        </span>
      )}
    </Field>
  );
}
