import { TextField } from "#console/foundation/forms/text-field.tsx";

export const reasonFieldID = "changeReason";

interface ReasonFieldProps {
  /** A reason is required, because the change affects a running experiment. */
  isNeeded?: boolean | undefined;
  value: string;
  error?: string | undefined;
  onChange: (reason: string) => void;
}

/** Text field for the reason of a change. */
export const ReasonField = ({ isNeeded, ...field }: ReasonFieldProps) => (
  <TextField
    {...field}
    id={reasonFieldID}
    isRequired={isNeeded}
    label={isNeeded ? "Why this change is made" : "Reason, if you want to give one"}
    help="Kept with this version in the history."
  />
);
