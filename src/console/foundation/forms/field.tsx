import type { ReactNode } from "react";

export interface FieldProps {
  label: string;
  /** Id of the control. */
  id: string;
  help?: ReactNode;
  error?: string | undefined;
  hideLabel?: boolean;
  children: ReactNode;
}

/** Ids that describe a control, for aria-describedby. */
export const describedBy = (id: string, help: ReactNode, error: string | undefined) =>
  error ? `${id}-error` : help ? `${id}-help` : undefined;

/** The outline of what is typed into; danger when refused. */
export const controlClass = (error: string | undefined) =>
  `rounded border bg-surface ${error ? "typed-wrong" : "typed-into"}`;

/** Label above, help or error below. */
export const Field = ({ label, id, help, error, hideLabel = false, children }: FieldProps) => (
  <div className="min-w-0">
    <label htmlFor={id} className={hideLabel ? "sr-only" : "mb-1 block text-12 font-medium"}>
      {label}
    </label>
    {children}
    {error ? (
      <p id={`${id}-error`} className="mt-1 text-12 break-words text-danger">
        {error}
      </p>
    ) : help ? (
      <p id={`${id}-help`} className="mt-1 text-12 text-text-muted">
        {help}
      </p>
    ) : null}
  </div>
);
