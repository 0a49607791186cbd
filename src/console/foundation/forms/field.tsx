import { useId, type ReactNode } from "react";

/** The frame of a form control: its label above, and help or error text below. */
export interface FieldProps {
  label: string;
  /** Id of the control; generated if absent. */
  id?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
  /** Classes of an error that arrives late: it stands beside the help text, so that nothing moves. */
  lateError?: string;
  hideLabel?: boolean | undefined;
  /** The form cannot be saved without this field. */
  isRequired?: boolean | undefined;
  /** The value is shown but cannot be changed; the page says why. */
  isReadOnly?: boolean | undefined;
}

/** Attributes that connect a control with its label, help and error. */
interface ControlAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
  "aria-describedby": string | undefined;
}

/** Classes for the outline of a text control, which turns red on an error. */
export const controlClass = (error: string | undefined, isReadOnly = false) =>
  isReadOnly
    ? "rounded border border-border bg-surface-sunken"
    : `rounded border bg-surface ${error ? "typed-wrong" : "typed-into"}`;

/** Label above, help or error below. */
export function Field({
  label,
  id,
  help,
  error,
  lateError,
  hideLabel,
  isRequired,
  children,
}: FieldProps & { children: (control: ControlAttributes) => ReactNode }) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const noteId = error || help ? `${controlId}-${error ? "error" : "help"}` : undefined;
  return (
    <div className="relative min-w-0">
      <label htmlFor={controlId} className={hideLabel ? "sr-only" : "mb-1 block text-12 font-medium"}>
        {label}
        {isRequired ? (
          <span aria-hidden className="pl-1.5 font-regular text-text-muted">
            required
          </span>
        ) : null}
      </label>
      {children({
        id: controlId,
        "aria-invalid": error ? true : undefined,
        "aria-required": isRequired ? true : undefined,
        "aria-describedby": noteId,
      })}
      {error ? (
        <p id={noteId} className={lateError ?? "mt-1 text-12 break-words text-danger"}>
          {error}
        </p>
      ) : null}
      {help && (lateError || !error) ? (
        <p id={error ? undefined : noteId} className="mt-1 text-12 text-text-muted">
          {help}
        </p>
      ) : null}
    </div>
  );
}
