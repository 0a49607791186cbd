import { Plus, X } from "lucide-react";
import type { Problem } from "#contract/api-error.ts";
import { criterionConditions, listConditions, valuelessConditions } from "#contract/metric-definition.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { SuggestField } from "#console/foundation/forms/suggest-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { conditionWords } from "#console/features/metrics/condition-words.ts";
import type { EventField } from "./event-fields.ts";
import { fieldID, problemAt } from "./metric-body.ts";
import type { CriterionDraft } from "./metric-draft.ts";

/** Label of the option that compares the event's value instead of a metadata field. */
const ownValue = "the value of the event";

const conditions = criterionConditions.map((value) => ({
  value: value as string,
  label: conditionWords[value] ?? value,
}));

interface CriteriaListProps {
  /** Path of the event in the request body. */
  path: string;
  criteria: readonly CriterionDraft[];
  fields: { value: EventField; metadata: readonly EventField[] };
  problems: readonly Problem[];
  onChange: (criteria: CriterionDraft[]) => void;
}

interface CriterionRowProps extends Omit<CriteriaListProps, "criteria" | "onChange"> {
  criterion: CriterionDraft;
  number: number;
  onChange: (criterion: CriterionDraft) => void;
  onRemove: () => void;
}

function CriterionRow({ path, criterion, number, fields, problems, onChange, onRemove }: CriterionRowProps) {
  const { type, column, condition, values } = criterion;
  const field = type === "value" ? fields.value : fields.metadata.find(({ name }) => name === column);
  const isValueless = valuelessConditions.includes(condition);
  const change = (part: Partial<CriterionDraft>) => onChange({ ...criterion, ...part });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 tablet:grid-cols-[minmax(0,1fr)_minmax(0,132px)_minmax(0,1.4fr)_auto]">
      <SuggestField
        label={`Field of filter ${number}`}
        hideLabel
        id={fieldID(`${path}.column`)}
        placeholder="Field"
        value={type === "value" ? ownValue : column}
        error={problemAt(problems, `${path}.column`)}
        suggestions={[
          { value: ownValue },
          ...fields.metadata.map(({ name, values: [first] }) => ({
            value: name,
            note: first ? `such as ${first.value.slice(0, 16)}` : undefined,
          })),
        ]}
        onChange={(typed) =>
          change(typed === ownValue ? { type: "value", column: "" } : { type: "metadata", column: typed })
        }
      />
      <div className="max-tablet:col-span-2 max-tablet:row-start-2">
        <Select
          label={`Condition of filter ${number}`}
          hideLabel
          value={condition}
          options={conditions}
          onChange={(next) =>
            change({
              condition: next,
              values: valuelessConditions.includes(next)
                ? []
                : listConditions.includes(next)
                  ? values
                  : values.slice(0, 1),
            })
          }
        />
      </div>
      <div className="max-tablet:col-span-2 max-tablet:row-start-3">
        {isValueless ? null : (
          <TokensField
            label={`Values of filter ${number}`}
            hideLabel
            id={fieldID(`${path}.values`)}
            placeholder="Value"
            max={listConditions.includes(condition) ? Infinity : 1}
            values={values}
            options={(field?.values ?? []).map(({ value }) => ({ value, label: value }))}
            error={problemAt(problems, `${path}.values`)}
            onChange={(next) => change({ values: next })}
          />
        )}
      </div>
      <IconButton
        label={`Remove filter ${number}`}
        icon={X}
        className="max-tablet:col-start-2 max-tablet:row-start-1"
        onClick={onRemove}
      />
    </li>
  );
}

/** The filters of an event; only events that meet all of them count. */
export function CriteriaList({ path, criteria, onChange, ...shared }: CriteriaListProps) {
  return (
    <div className="grid gap-2">
      {criteria.length > 0 ? (
        <ul aria-label="Filters" className="grid gap-2">
          {criteria.map((criterion, index) => (
            <CriterionRow
              key={index}
              {...shared}
              path={`${path}.criteria.${index}`}
              number={index + 1}
              criterion={criterion}
              onChange={(next) => onChange(criteria.with(index, next))}
              onRemove={() => onChange(criteria.toSpliced(index, 1))}
            />
          ))}
        </ul>
      ) : null}
      <div className="-ml-2">
        <Button
          variant="quiet"
          size="small"
          icon={Plus}
          onClick={() =>
            onChange([...criteria, { type: "metadata", column: "", condition: "in", values: [] }])
          }
        >
          Add filter
        </Button>
      </div>
    </div>
  );
}
