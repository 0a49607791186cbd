import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { valueKind, type ConditionDraft } from "./condition-draft.ts";
import { countryCode } from "./country-names.ts";
import { day, isDate, localTime, timeOfLocal } from "./date-text.ts";
import { useSuggestions } from "./suggestions.ts";

interface TargetFieldProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  id: string;
  error: string | undefined;
  /** The gate whose rule it is. */
  gateID: string | undefined;
}

const placeholders: Readonly<Record<string, string>> = {
  passes_gate: "Gate",
  fails_gate: "Gate",
  passes_segment: "Segment",
  fails_segment: "Segment",
  country: "Country",
  experiment_group: "Group",
};

const numbers = new Set(["gt", "gte", "lt", "lte"]);

/** An example of a value, where it is not plain. */
function exampleOf(operator: string): string {
  if (operator.startsWith("version_")) return "1.2.3";
  if (numbers.has(operator)) return "Number";
  return operator === "str_matches" ? "Pattern" : "";
}

const unread = "The list to choose from could not be read. What you know can be typed.";

/** The value of a condition: a date, one value, or several with what there is to choose from. */
export function TargetField({ draft, onChange, id, error, gateID }: TargetFieldProps) {
  const { options, isUnread } = useSuggestions(draft, gateID);
  const { type, operator, values } = draft;
  const kind = valueKind(type, operator);
  const [first = ""] = values;
  const shared = { label: "Value", hideLabel: true, id, error };
  const setOne = (text: string) => onChange({ ...draft, values: text ? [text] : [] });
  if (kind === "none") return null;
  if (operator === "on" && isDate(first))
    return <TextField {...shared} type="date" value={day(first)} onChange={setOne} />;
  if ((operator === "before" || operator === "after") && isDate(first))
    return (
      <TextField
        {...shared}
        type="datetime-local"
        value={localTime(first)}
        onChange={(text) => setOne(timeOfLocal(text))}
      />
    );
  if (kind === "one" && options.length === 0 && !placeholders[type])
    return <TextField {...shared} placeholder={exampleOf(operator)} value={first} onChange={setOne} />;
  return (
    <TokensField
      {...shared}
      options={options}
      {...(kind === "one" ? { max: 1 } : {})}
      help={isUnread ? unread : undefined}
      values={values}
      placeholder={placeholders[type] ?? "Add"}
      onChange={(next) => onChange({ ...draft, values: type === "country" ? next.map(countryCode) : next })}
    />
  );
}
