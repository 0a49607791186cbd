import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import { conditionTypes, type ConditionRule } from "#contract/condition.ts";
import { Select } from "#console/forms/select.tsx";
import { TextField } from "#console/forms/text-field.tsx";
import { TokensField } from "#console/forms/tokens-field.tsx";
import { IconButton } from "#console/ui/button.tsx";
import { conditionRuleOf, valueKind, withType, type ConditionDraft } from "./condition-draft.ts";
import { operatorLabel, typeLabel } from "./condition-words.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
}

const typeOptions = (current: string): Option[] =>
  [...new Set<string>([...conditionTypes, current])].map((type) => ({ value: type, label: typeLabel(type) }));

const operatorOptions = (rule: ConditionRule, current: string): Option[] =>
  [...new Set([...rule.operators, ...(current ? [current] : [])])].map((operator) => ({
    value: operator,
    label: operatorLabel(operator),
  }));

const gateTypes = new Set(["passes_gate", "fails_gate"]);

/** `2026-11-30T09:00` of the reader's zone for ms since the epoch; empty when it is no time. */
function localTime(ms: string | undefined): string {
  const time = Number(ms);
  if (!ms || !Number.isFinite(time)) return "";
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface PartProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  idPrefix: string;
  errorOf: (field: string) => string | undefined;
  gates: readonly Option[];
}

function Target({ draft, onChange, idPrefix, errorOf, gates }: PartProps) {
  const kind = valueKind(draft.type, draft.operator);
  const id = `${idPrefix}-targetValue`;
  const error = errorOf("targetValue");
  const [first = ""] = draft.values;
  const shared = { label: "Value", hideLabel: true, id, ...(error ? { error } : {}) };
  if (kind === "none") return null;
  if (draft.type === "time")
    return (
      <TextField
        {...shared}
        type="datetime-local"
        value={localTime(first)}
        onChange={(text) => onChange({ ...draft, values: text ? [String(new Date(text).getTime())] : [] })}
      />
    );
  const options = gateTypes.has(draft.type) ? { options: [...gates] } : {};
  if (kind === "one" && !gateTypes.has(draft.type))
    return (
      <TextField
        {...shared}
        value={first}
        onChange={(text) => onChange({ ...draft, values: text ? [text] : [] })}
      />
    );
  return (
    <TokensField
      {...shared}
      {...options}
      {...(kind === "one" ? { max: 1 } : {})}
      values={[...draft.values]}
      placeholder={gateTypes.has(draft.type) ? "Gate id" : "Add"}
      onChange={(values) => onChange({ ...draft, values })}
    />
  );
}

/** What the type needs beside its value: the name of a custom field, a unit ID type, an experiment. */
function Need({ draft, onChange, idPrefix, errorOf }: PartProps) {
  const needs = conditionRuleOf(draft.type)?.needs;
  if (!needs) return null;
  const error = errorOf(needs);
  const label =
    needs === "customID"
      ? "Unit ID type"
      : draft.type === "experiment_group"
        ? "Experiment id"
        : "Field name";
  return (
    <TextField
      label={label}
      hideLabel
      placeholder={label}
      id={`${idPrefix}-${needs}`}
      value={draft[needs]}
      onChange={(text) => onChange({ ...draft, [needs]: text })}
      {...(error ? { error } : {})}
    />
  );
}

function Operator({ draft, onChange, idPrefix, errorOf }: PartProps) {
  const rule = conditionRuleOf(draft.type);
  if (!rule || rule.operators.length === 0) return null;
  const error = errorOf("operator");
  return (
    <Select
      label="Comparison"
      hideLabel
      id={`${idPrefix}-operator`}
      value={draft.operator}
      options={operatorOptions(rule, draft.operator)}
      onChange={(operator) => onChange({ ...draft, operator })}
      {...(error ? { error } : {})}
    />
  );
}

export interface ConditionFieldsProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  onRemove: () => void;
  /** Problems of this condition, with properties such as `targetValue`. */
  problems: readonly Problem[];
  idPrefix: string;
  gates: readonly Option[];
  /** Such as "Condition 2". */
  name: string;
  /** Moves the condition; null when it is the only one. */
  handle: ReactNode;
}

/** One condition: its type, what it needs, how it compares, and with what. */
export function ConditionFields({
  draft,
  onChange,
  onRemove,
  problems,
  idPrefix,
  gates,
  name,
  handle,
}: ConditionFieldsProps) {
  const errorOf = (field: string) =>
    problems.find(({ property }) => property === field || property.startsWith(`${field}.`))?.errorMessage;
  const part: PartProps = { draft, onChange, idPrefix, errorOf, gates };
  const error = errorOf("type");
  return (
    <div className="flex items-start gap-2">
      {handle}
      <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-2 @xl:flex [&>*]:@xl:w-38 [&>*]:@xl:flex-none [&>:last-child]:@xl:flex-1 [&>:last-child:nth-child(odd)]:col-span-2">
        <Select
          label="Condition"
          hideLabel
          id={`${idPrefix}-type`}
          value={draft.type}
          options={typeOptions(draft.type)}
          onChange={(type) => onChange(withType(draft, type))}
          {...(error ? { error } : {})}
        />
        <Need {...part} />
        <Operator {...part} />
        <Target {...part} />
      </div>
      <IconButton
        label={`Remove ${name.toLowerCase()}`}
        icon={<X size={16} aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}
