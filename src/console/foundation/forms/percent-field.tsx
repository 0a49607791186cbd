import { useState } from "react";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import { parsePercent, percentInUsers } from "./percent.ts";

/** A percentage, or the typed text while it is not a valid percentage, such as in a restored draft. */
interface TypedPercentage {
  passPercentage: number | undefined;
  typedPercentage: string | undefined;
}

interface PercentFieldProps extends Pick<FieldProps, "label" | "id" | "error"> {
  share: Partial<TypedPercentage>;
  onChange: (share: TypedPercentage) => void;
  /** The stored value, shown if it differs. */
  was?: number | undefined;
  noun?: string;
}

/**
 * Keeps the text as typed ("0.", "12,5"); the value follows it. An error first appears on leaving the field, not while
 * typing.
 */
export function PercentField({
  share: { passPercentage: value, typedPercentage: typedBefore = "" },
  onChange,
  error,
  was,
  noun,
  ...field
}: PercentFieldProps) {
  const [text, setText] = useState(value === undefined ? typedBefore : String(value));
  const [left, setLeft] = useState(value === undefined && typedBefore !== "");
  const typed = parsePercent(text);
  // A value other than the typed one was set from outside, such as by discarding a draft.
  const shown = value !== undefined && !(typed.ok && typed.value === value) ? String(value) : text;
  const complaint = shown === text && !typed.ok ? typed.message : undefined;
  const problem = error ?? (left ? complaint : undefined);
  const meaning = value === undefined ? "" : percentInUsers(value, noun);
  const before = was !== undefined && was !== value ? `was ${was} %` : "";
  return (
    <Field {...field} isRequired>
      {(control) => (
        <div className="flex items-center gap-x-3">
          <span className="relative block w-26 shrink-0">
            <input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={shown}
              aria-invalid={problem ? true : undefined}
              aria-describedby={`${control.id}-reading`}
              onBlur={() => setLeft(true)}
              onChange={(event) => {
                const next = event.target.value;
                setText(next);
                const parsed = parsePercent(next);
                onChange(
                  parsed.ok
                    ? { passPercentage: parsed.value, typedPercentage: undefined }
                    : { passPercentage: undefined, typedPercentage: next },
                );
              }}
              className={`figures block h-control w-full pr-8 pl-2.5 ${controlClass(problem)}`}
            />
            <span aria-hidden className="absolute inset-y-0 right-2.5 flex items-center text-text-muted">
              %
            </span>
          </span>
          {/* The error stands beside the field: a line of its own would move the content below. */}
          <span
            id={`${control.id}-reading`}
            aria-live="polite"
            className={`min-w-0 ${problem ? "text-12 text-danger" : "text-text-muted"}`}
          >
            {problem ?? [meaning, before].filter(Boolean).join(", ")}
          </span>
        </div>
      )}
    </Field>
  );
}
