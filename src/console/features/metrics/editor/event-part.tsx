import { X } from "lucide-react";
import type { Problem } from "#contract/api-error.ts";
import { SuggestField, type Suggestion } from "#console/foundation/forms/suggest-field.tsx";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { CriteriaList } from "./criteria-list.tsx";
import { type EventField, useEventFields } from "./event-fields.ts";
import { fieldID, problemAt } from "./metric-body.ts";
import type { EventDraft } from "./metric-draft.ts";

const ownValue = "its value";
const itself = "the number of events";

interface EventPartProps {
  /** Label of the event, such as "Numerator". */
  label: string;
  /** Path of the event in the request body. */
  path: string;
  type: string;
  event: EventDraft;
  eventNames: readonly Suggestion[];
  problems: readonly Problem[];
  onChange: (event: EventDraft) => void;
  /** Absent if the metric needs the event. */
  onRemove?: (() => void) | undefined;
}

const shownPart = ({ part, metadataKey }: EventDraft) =>
  part === "count" ? itself : part === "value" ? ownValue : metadataKey;

const partOf = (typed: string, hasCount: boolean): Pick<EventDraft, "part" | "metadataKey"> => {
  if (typed === ownValue) return { part: "value", metadataKey: "" };
  if (hasCount && typed === itself) return { part: "count", metadataKey: "" };
  return { part: "metadata", metadataKey: typed };
};

const noteOf = ({ isNumber, values: [first] }: EventField) =>
  first ? `${isNumber ? "a number" : "no number"}, such as ${first.value.slice(0, 16)}` : undefined;

/** One event of a metric: its name, which part of it counts, and its filters. */
export function EventPart({
  label,
  path,
  type,
  event,
  eventNames,
  problems,
  onChange,
  onRemove,
}: EventPartProps) {
  const fields = useEventFields(event.name);
  const hasCount = type === "ratio";
  const hasNumber = hasCount || type === "sum" || type === "mean";
  const change = (part: Partial<EventDraft>) => onChange({ ...event, ...part });
  return (
    <li className="grid gap-3 border-border not-first:border-t not-first:pt-4">
      <div className={`grid items-start gap-2 ${onRemove ? "grid-cols-[minmax(0,1fr)_auto]" : ""}`}>
        <div className={`grid items-start gap-3 ${hasNumber ? "tablet:grid-cols-2" : ""}`}>
          <SuggestField
            label={label}
            id={fieldID(`${path}.name`)}
            isRequired
            placeholder="Choose an event"
            value={event.name}
            suggestions={eventNames}
            error={problemAt(problems, `${path}.name`)}
            onChange={(name) => change({ name })}
          />
          {hasNumber ? (
            <SuggestField
              label={hasCount ? "Counts" : "Number"}
              id={fieldID(`${path}.metadataKey`)}
              value={shownPart(event)}
              suggestions={[
                ...(hasCount ? [{ value: itself }] : []),
                { value: ownValue, note: noteOf(fields.value) },
                ...fields.metadata
                  .toSorted((one, other) => Number(other.isNumber) - Number(one.isNumber))
                  .map((field) => ({ value: field.name, note: noteOf(field) })),
              ]}
              error={problemAt(problems, `${path}.metadataKey`) ?? problemAt(problems, `${path}.type`)}
              onChange={(typed) => change(partOf(typed, hasCount))}
            />
          ) : null}
        </div>
        {onRemove ? (
          <span className="pt-5">
            <IconButton label={`Remove ${label}`} icon={X} onClick={onRemove} />
          </span>
        ) : null}
      </div>
      <CriteriaList
        path={path}
        criteria={event.criteria}
        fields={fields}
        problems={problems}
        onChange={(criteria) => change({ criteria })}
      />
    </li>
  );
}
