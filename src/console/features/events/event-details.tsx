// The fields that an event carries, and its JSON, below its row.
import { ChartBarDecreasing, Columns3, Equal, EqualNot, type LucideIcon } from "lucide-react";
import type { EventRecord } from "#contract/event.ts";
import { printField } from "#contract/event-where.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatFull } from "#console/foundation/ui/time-format.ts";
import type { EventsSearch } from "./event-searches.ts";
import { mostFields } from "./event-fields.ts";
import { filterFieldsOf } from "./sentence/filter-fields.ts";
import { useInclude } from "./sentence/use-question.ts";

interface EventDetailsProps {
  row: EventRecord & { key: string };
  /** Those that have a column. */
  fields: readonly string[];
  /** Absent where there are no columns to choose. */
  onFields?: (fields: readonly string[]) => void;
}

const smallButton =
  "flex size-6 shrink-0 items-center justify-center rounded-small text-accent hover:bg-tint pointer-coarse:size-11";

interface ValueButtonProps {
  label: string;
  icon: LucideIcon;
  isExcluding?: boolean;
  onChoose: (isExcluded: boolean) => void;
}

/** Either button of a value takes the keys of both. */
const ValueButton = ({ label, icon: Icon, isExcluding = false, onChoose }: ValueButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={() => onChoose(isExcluding)}
    onKeyDown={({ key }) => {
      if (key === "i" || key === "x") onChoose(key === "x");
    }}
    className={smallButton}
  >
    <Icon size={14} aria-hidden />
  </button>
);

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
      className={`${smallButton} aria-pressed:bg-tint max-tablet:hidden`}
    >
      <Columns3 size={14} aria-hidden />
    </button>
  );
}

export function EventDetails({ row, fields, onFields }: EventDetailsProps) {
  const { key: _, ...event } = row;
  const carried = filterFieldsOf(event);
  const include = useInclude();
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  return (
    <div className="px-3 pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 text-12 text-text-muted">
        {formatFull(Number(event.timestamp))}
        {event.source ? <span className="tablet:hidden">{event.source}</span> : null}
        <span className="ml-auto">
          <CopyButton text={JSON.stringify(event, null, 2)} label="Copy JSON" />
        </span>
      </div>
      <dl className="grid gap-x-6 tablet:grid-cols-2 desk:grid-cols-3">
        {carried.map(({ field, text }) => {
          const name = "key" in field ? field.key : field.part;
          const choose = (isExcluded: boolean) => include(field, text, isExcluded);
          const shown = `${name} ${text || "empty"}`;
          return (
            <div
              key={printField(field)}
              className="grid min-h-7 grid-cols-[112px_1fr] items-center border-t border-border pointer-coarse:min-h-11"
            >
              <dt className="truncate text-12 text-text-muted" title={name}>
                {name}
              </dt>
              <dd className="flex min-w-0 items-center gap-2">
                <span className="min-w-0 flex-1 truncate" title={text}>
                  {text === "" ? <span className="text-text-muted">–</span> : <Mono>{text}</Mono>}
                </span>
                <ValueButton label={`Only ${shown}`} icon={Equal} onChoose={choose} />
                <ValueButton label={`Without ${shown}`} icon={EqualNot} isExcluding onChoose={choose} />
                {onFields ? (
                  <button
                    type="button"
                    aria-label={`Values of ${name}`}
                    title={`Values of ${name}`}
                    onClick={() => setSearch({ field: printField(field) })}
                    className={smallButton}
                  >
                    <ChartBarDecreasing size={14} aria-hidden />
                  </button>
                ) : null}
                {onFields && "key" in field ? (
                  <ColumnToggle name={name} fields={fields} onFields={onFields} />
                ) : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
