// The fields that an event carries, and its JSON, below its row.
import { Columns3 } from "lucide-react";
import type { EventRecord } from "#contract/event.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatFull } from "#console/foundation/ui/time-format.ts";
import { fieldsOf, fieldText, mostFields } from "./event-fields.ts";

interface EventDetailsProps {
  row: EventRecord & { key: string };
  /** Those that have a column. */
  fields: readonly string[];
  /** Absent where there are no columns to choose. */
  onFields?: (fields: readonly string[]) => void;
}

/** Gives a field a column, or takes it away. */
function ColumnToggle({
  name,
  fields,
  onFields,
}: { name: string } & Required<Omit<EventDetailsProps, "row">>) {
  const isShown = fields.includes(name);
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-label={`Column ${name}`}
      title={isShown ? "Hide the column" : "Show as a column"}
      onClick={() =>
        onFields(isShown ? fields.filter((field) => field !== name) : [...fields, name].slice(-mostFields))
      }
      className="ml-auto flex size-6 shrink-0 items-center justify-center rounded-small text-accent hover:bg-tint aria-pressed:bg-tint pointer-coarse:size-11 max-tablet:hidden"
    >
      <Columns3 size={14} aria-hidden />
    </button>
  );
}

export function EventDetails({ row, fields, onFields }: EventDetailsProps) {
  const { key: _, ...event } = row;
  const carried = fieldsOf(event);
  return (
    <div className="px-3 pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 text-12 text-text-muted">
        {formatFull(Number(event.timestamp))}
        {event.source ? <span className="tablet:hidden">{event.source}</span> : null}
        <span className="ml-auto">
          <CopyButton text={JSON.stringify(event, null, 2)} label="Copy JSON" />
        </span>
      </div>
      {carried.length === 0 ? (
        <p className="text-text-muted">This event carries no metadata.</p>
      ) : (
        <dl className="grid gap-x-6 tablet:grid-cols-2 desk:grid-cols-3">
          {carried.map(([name, value]) => (
            <div
              key={name}
              className="grid min-h-7 grid-cols-[112px_1fr] items-center border-t border-border pointer-coarse:min-h-11"
            >
              <dt className="truncate text-12 text-text-muted" title={name}>
                {name}
              </dt>
              <dd className="flex min-w-0 items-center gap-2">
                <span className="min-w-0 truncate" title={fieldText(value)}>
                  <Mono>{fieldText(value)}</Mono>
                </span>
                {onFields ? <ColumnToggle name={name} fields={fields} onFields={onFields} /> : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
