import { Plus } from "lucide-react";
import type { Problem } from "#contract/api-error.ts";
import { SortableList } from "#console/foundation/forms/sortable-list.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { newCondition, type ConditionDraft } from "./condition-draft.ts";
import { ConditionFields } from "./condition-fields.tsx";

interface ConditionsFieldProps {
  /** Label of the field, such as "Users where". */
  label: string;
  conditions: readonly ConditionDraft[];
  onChange: (conditions: ConditionDraft[]) => void;
  /** Validation errors with properties such as `0.targetValue`. */
  problems: readonly Problem[];
  /** DOM ids of the fields are `<idPrefix>-<index>-<field>`. */
  idPrefix: string;
  /** Lint findings by the index of the condition. */
  marks?: ReadonlyMap<number, string>;
  /** Id of the gate that contains the rule; absent for rules of configs. */
  gateID?: string | undefined;
}

/** Returns the errors below `prefix`, with that removed from their properties. */
export const problemsUnder = (problems: readonly Problem[], prefix: string): Problem[] =>
  problems.flatMap((problem) =>
    problem.property.startsWith(`${prefix}.`)
      ? [{ ...problem, property: problem.property.slice(prefix.length + 1) }]
      : [],
  );

/** The conditions of a rule; all of them must hold. */
export function ConditionsField({
  label,
  conditions,
  onChange,
  problems,
  idPrefix,
  marks,
  gateID,
}: ConditionsFieldProps) {
  const focusLater = useFocusLater();
  const add = () => {
    onChange([...conditions, newCondition(`added-${Date.now()}`)]);
    focusLater(`${idPrefix}-${conditions.length}-type`);
  };
  const remove = (key: string) => {
    const left = conditions.filter((other) => other.key !== key);
    const next = Math.min(
      conditions.findIndex((other) => other.key === key),
      left.length - 1,
    );
    onChange(left);
    focusLater(left.length ? `${idPrefix}-${next}-type` : `${idPrefix}-add`);
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-12 font-medium">{label}</legend>
      {conditions.length === 0 && <p className="text-text-muted">No condition: everyone.</p>}
      <SortableList
        label={label}
        items={conditions}
        keyOf={({ key }) => key}
        nameOf={(_, index) => `Condition ${index + 1}`}
        onChange={onChange}
        className="@container grid gap-3"
      >
        {(draft, index) => (
          <ConditionFields
            draft={draft}
            name={`Condition ${index + 1}`}
            problems={problemsUnder(problems, String(index))}
            idPrefix={`${idPrefix}-${index}`}
            mark={marks?.get(index)}
            gateID={gateID}
            onChange={(next) => onChange(conditions.map((other) => (other.key === draft.key ? next : other)))}
            onRemove={() => remove(draft.key)}
          />
        )}
      </SortableList>
      <div className="-ml-2">
        <Button id={`${idPrefix}-add`} variant="quiet" size="small" icon={Plus} onClick={add}>
          Add condition
        </Button>
      </div>
    </fieldset>
  );
}
