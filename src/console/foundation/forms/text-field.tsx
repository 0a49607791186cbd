import type { HTMLInputTypeAttribute } from "react";
import { controlClass, Field, type FieldProps } from "./field.tsx";

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  type?: HTMLInputTypeAttribute;
  /**
   * With the type "password" the text stays multi-line with its characters hidden; a one-line field would drop the line
   * breaks.
   */
  multiline?: boolean;
  placeholder?: string;
  unit?: string;
  /** Kind of keyboard that a phone shows. */
  inputMode?: "decimal" | "text";
  autoComplete?: string;
}

export function TextField({
  value,
  onChange,
  onBlur,
  type = "text",
  multiline,
  placeholder,
  unit,
  inputMode,
  autoComplete = "off",
  ...field
}: TextFieldProps) {
  const typed = {
    value,
    placeholder,
    onBlur,
    autoComplete,
    spellCheck: false,
    readOnly: field.isReadOnly,
  };
  return (
    <Field {...field}>
      {(control) =>
        multiline ? (
          <textarea
            {...control}
            {...typed}
            rows={3}
            onChange={(event) => onChange(event.target.value)}
            className={`block w-full resize-y px-2.5 py-1.5 placeholder:text-text-muted ${type === "password" ? "[-webkit-text-security:disc]" : ""} ${controlClass(field.error, field.isReadOnly)}`}
          />
        ) : (
          <span className="relative block">
            <input
              {...control}
              {...typed}
              type={type}
              inputMode={inputMode}
              onChange={(event) => onChange(event.target.value)}
              className={`block h-control w-full px-2.5 placeholder:text-text-muted ${unit ? (unit.length > 1 ? "pr-12" : "pr-8") : ""} ${controlClass(field.error, field.isReadOnly)}`}
            />
            {unit ? (
              <span aria-hidden className="absolute inset-y-0 right-2.5 flex items-center text-text-muted">
                {unit}
              </span>
            ) : null}
          </span>
        )
      }
    </Field>
  );
}
