import { TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import type { Problem } from "#contract/api-error.ts";
import { conditionTypes } from "#contract/condition.ts";
import { useEntityOptions } from "./suggestions.ts";
import { TargetField } from "./target-field.tsx";
import { Select, type Option } from "#console/foundation/forms/select.tsx";
import { MoveHandle } from "#console/foundation/forms/sortable-list.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { conditionRuleOf, withOperator, withType, type ConditionDraft } from "./condition-draft.ts";
import { operatorLabel, typeLabel } from "./condition-words.ts";

/** Options for the known values, and for the current one if it is not among them. */
const optionsOf = (
  known: readonly string[],
  current: string,
  labelOf: (value: string) => string,
): Option<string>[] =>
  [...new Set([...known, ...(current ? [current] : [])])].map((value) => ({ value, label: labelOf(value) }));

interface PartProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  idPrefix: string;
  errorOf: (field: string) => string | undefined;
}

const needLabels = { customID: "Unit ID type", field: "Field name" } as const;

/** The additional field that some types need besides the value: a custom field's name, a unit ID type or an experiment. */
function Need({ draft, onChange, idPrefix, errorOf }: PartProps) {
  const needs = conditionRuleOf(draft.type)?.needs;
  const isExperiment = draft.type === "experiment_group";
  const [typed, setTyped] = useState("");
  const chosen = draft.field ? [draft.field] : [];
  const experiments = useEntityOptions({ kind: "experiment", chosen, typed, isWanted: isExperiment });
  if (!needs) return null;
  const shared = { hideLabel: true, id: `${idPrefix}-${needs}`, error: errorOf(needs) };
  const set = (text: string) => onChange({ ...draft, [needs]: text });
  if (isExperiment)
    return (
      <TokensField
        {...shared}
        label="Experiment"
        placeholder="Experiment"
        max={1}
        options={experiments.options}
        onType={setTyped}
        {...(experiments.isError ? { help: "The experiments could not be read. An id can be typed." } : {})}
        values={chosen}
        onChange={([experiment = ""]) => set(experiment)}
      />
    );
  const label = needLabels[needs];
  return <TextField {...shared} label={label} placeholder={label} value={draft[needs]} onChange={set} />;
}

function Operator({ draft, onChange, idPrefix, errorOf }: PartProps) {
  const rule = conditionRuleOf(draft.type);
  if (!rule || rule.operators.length === 0) return null;
  return (
    <Select
      label="Comparison"
      hideLabel
      id={`${idPrefix}-operator`}
      value={draft.operator}
      options={optionsOf(rule.operators, draft.operator, operatorLabel)}
      onChange={(operator) => onChange(withOperator(draft, operator))}
      error={errorOf("operator")}
    />
  );
}

interface ConditionFieldsProps {
  draft: ConditionDraft;
  onChange: (draft: ConditionDraft) => void;
  onRemove: () => void;
  /** Validation errors of this condition, with properties such as `targetValue`. */
  problems: readonly Problem[];
  idPrefix: string;
  /** Lint finding about this condition. */
  mark: string | undefined;
  /** Id of the gate that contains the rule. */
  gateID: string | undefined;
  /** Accessible name of the condition, such as "Condition 2". */
  name: string;
}

/** The fields of one condition: type, additional field, operator and value. */
export function ConditionFields({
  draft,
  onChange,
  onRemove,
  problems,
  idPrefix,
  mark,
  gateID,
  name,
}: ConditionFieldsProps) {
  const errorOf = (field: string) =>
    problems.find(({ property }) => property === field || property.startsWith(`${field}.`))?.errorMessage;
  const part: PartProps = { draft, onChange, idPrefix, errorOf };
  return (
    <div className="relative flex items-start gap-2">
      {/* Positioned in existing free space, so that nothing moves when the mark appears. */}
      {mark ? (
        <span
          role="img"
          aria-label={`${name}: ${mark}`}
          title={mark}
          className="absolute top-10 right-2 text-warning pointer-coarse:top-13 @xl:-top-1.5 @xl:-right-1 @xl:pointer-coarse:-top-1.5"
        >
          <TriangleAlert size={14} aria-hidden />
        </span>
      ) : null}
      <MoveHandle />
      <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-2 @xl:flex [&>*]:@xl:w-38 [&>*]:@xl:flex-none [&>:last-child]:@xl:flex-1 [&>:last-child:nth-child(odd)]:col-span-2 [&:has(>:nth-child(2):last-child)]:grid-cols-1">
        <Select
          label="Condition"
          hideLabel
          id={`${idPrefix}-type`}
          value={draft.type}
          options={optionsOf(conditionTypes, draft.type, typeLabel)}
          onChange={(type) => onChange(withType(draft, type))}
          error={errorOf("type")}
        />
        <Need {...part} />
        <Operator {...part} />
        <TargetField
          draft={draft}
          onChange={onChange}
          id={`${idPrefix}-targetValue`}
          error={errorOf("targetValue")}
          gateID={gateID}
        />
      </div>
      <IconButton label={`Remove ${name.toLowerCase()}`} icon={X} onClick={onRemove} />
    </div>
  );
}
