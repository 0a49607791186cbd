import { TextField } from "#console/foundation/forms/text-field.tsx";

/** Asked for where a change reaches what runs; kept with the version in the history. */
export const ReasonField = ({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (reason: string) => void;
  error?: string | undefined;
}) => (
  <TextField
    id="changeReason"
    label="Why this change is made"
    value={value}
    error={error}
    help="Kept with this version in the history."
    onChange={onChange}
  />
);
