import { Plus } from "lucide-react";
import type { Problem } from "#contract/api-error.ts";
import { definitionLimits } from "#contract/metric-definition.ts";
import type { Suggestion } from "#console/foundation/forms/suggest-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { EventPart } from "./event-part.tsx";
import { fieldID, listOf } from "./metric-body.ts";
import { emptyEvent, type MetricDraft } from "./metric-draft.ts";

interface EventsSectionProps {
  draft: MetricDraft;
  eventNames: readonly Suggestion[];
  problems: readonly Problem[];
  onChange: (part: Partial<MetricDraft>) => void;
}

const labelOf = ({ type, events }: MetricDraft, index: number) => {
  if (type === "ratio") return index === 0 ? "Numerator" : "Denominator";
  if (type === "funnel") return `Step ${index + 1}`;
  return events.length > 1 ? `Event ${index + 1}` : "Event";
};

/** The ordered list of a metric's events. */
export function EventsSection({ draft, eventNames, problems, onChange }: EventsSectionProps) {
  const { type, events } = draft;
  const isFunnel = type === "funnel";
  const list = listOf(draft);
  const least = isFunnel || type === "ratio" ? 2 : 1;
  const most = type === "ratio" ? 2 : isFunnel ? definitionLimits.steps : definitionLimits.events;
  const own = problems.find(({ property }) => property === list)?.errorMessage;
  return (
    <div id={fieldID(list)} tabIndex={-1} className="grid gap-4 outline-none">
      <ol aria-label={isFunnel ? "Steps" : "Events"} className="grid gap-4">
        {events.map((event, index) => (
          <EventPart
            key={index}
            label={labelOf(draft, index)}
            path={`${list}.${index}`}
            type={type}
            event={event}
            eventNames={eventNames}
            problems={problems}
            onChange={(next) => onChange({ events: events.with(index, next) })}
            onRemove={
              events.length > least ? () => onChange({ events: events.toSpliced(index, 1) }) : undefined
            }
          />
        ))}
      </ol>
      {own ? <p className="text-12 text-danger">{own}</p> : null}
      {events.length < most ? (
        <div>
          <Button
            size="small"
            icon={Plus}
            onClick={() =>
              onChange({
                events: [
                  ...events,
                  { ...emptyEvent(), part: type === "sum" || type === "mean" ? "value" : "count" },
                ],
              })
            }
          >
            {isFunnel ? "Add step" : "Add event"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
