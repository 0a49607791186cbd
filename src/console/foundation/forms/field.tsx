import { useId, type ReactNode } from "react";

/** The label of a control, and what stands below it. */
export interface FieldProps {
  label: string;
  /** Of the control; without it the control gets one. */
  id?: string | undefined;
  help?: ReactNode;
  error?: string | undefined;
  /** Classes of an error that comes late: it stands beside the help, and moves nothing. */
  lateError?: string;
  hideLabel?: boolean | undefined;
  /** Nothing can be saved without it. */
  isRequired?: boolean | undefined;
  /** Shown, and not to be changed; the page says why. */
  isReadOnly?: boolean | undefined;
}

/** Names the control and says what is wrong with it. */
interface ControlAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
  "aria-describedby": string | undefined;
}

/** The outline of what is typed into; danger when refused. */
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
