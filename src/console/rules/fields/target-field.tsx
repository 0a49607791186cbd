import { useState } from "react";
import type { FieldProps } from "#console/foundation/forms/field.tsx";
import { Select } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { valueKind, type ConditionDraft } from "./condition-draft.ts";
import { countryCode } from "./country-names.ts";
import { day, isDate, localTime, ownZone, parseLocalTime, timeZones } from "./date-text.ts";
import { useSuggestions } from "./suggestions.ts";

interface TargetFieldProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  id: string;
  error: string | undefined;
  /** Id of the gate that contains the rule. */
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

/** Placeholder with an example, for operators whose values need one. */
function exampleOf(operator: string): string {
  if (operator.startsWith("version_")) return "1.2.3";
  if (numbers.has(operator)) return "Number";
  return operator === "str_matches" ? "Pattern" : "";
}

const unread = "The list to choose from could not be read. What you know can be typed.";

interface TimeFieldProps extends FieldProps {
  /** A time in ms, or as text. */
  value: string;
  onChange: (value: string) => void;
}

/** A field for a point in time with a choice of time zone; changing the zone keeps the point in time and shows it differently. */
function TimeField({ value, onChange, ...field }: TimeFieldProps) {
  const [zone, setZone] = useState(ownZone);
  return (
    <div className="grid gap-1">
      <TextField
        {...field}
        type="datetime-local"
        value={localTime(value, zone)}
        onChange={(text) => onChange(parseLocalTime(text, zone))}
      />
      <Select
        label="Time zone"
        hideLabel
        value={zone}
        options={timeZones.map((name) => ({ value: name, label: name }))}
        onChange={setZone}
      />
    </div>
  );
}

/** The value field of a condition: a date, one value, or several with suggestions. */
export function TargetField({ draft, onChange, id, error, gateID }: TargetFieldProps) {
  const [typed, setTyped] = useState("");
  const { options, isUnread } = useSuggestions(draft, { typed, except: gateID });
  const { type, operator, values } = draft;
  const kind = valueKind(type, operator);
  const [first = ""] = values;
  const shared = { label: "Value", hideLabel: true, id, error };
  const setOne = (text: string) => onChange({ ...draft, values: text ? [text] : [] });
  if (kind === "none") return null;
  if (operator === "on" && isDate(first))
    return <TextField {...shared} type="date" value={day(first)} help="The day in UTC." onChange={setOne} />;
  if ((operator === "before" || operator === "after") && isDate(first))
    return <TimeField {...shared} value={first} onChange={setOne} />;
  if (kind === "one" && options.length === 0 && !placeholders[type])
    return <TextField {...shared} placeholder={exampleOf(operator)} value={first} onChange={setOne} />;
  return (
    <TokensField
      {...shared}
      options={options}
      {...(kind === "one" ? { max: 1 } : {})}
      help={isUnread ? unread : undefined}
      values={values}
      onType={setTyped}
      placeholder={placeholders[type] ?? "Add"}
      onChange={(next) => onChange({ ...draft, values: type === "country" ? next.map(countryCode) : next })}
    />
  );
}
