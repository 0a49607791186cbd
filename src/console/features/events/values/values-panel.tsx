// The panel beside the page with the values of a field among the events of a filter.
import { useQuery } from "@tanstack/react-query";
import type { EventValues } from "#contract/event-answers.ts";
import { parseField, WhereProblem } from "#contract/event-where.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SidePanel } from "#console/foundation/ui/side-panel.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatCount, labelOf, percentText } from "#console/foundation/ui/wording.ts";
import { formatUtcDay } from "#console/features/events/catalogue/catalogue-words.ts";
import { WordPicker } from "#console/features/events/sentence/word-picker.tsx";
import { NumberSpread } from "./number-spread.tsx";
import { OtherFields } from "./other-fields.tsx";
import { ValueList } from "./value-list.tsx";
import type { ValueChoice } from "./value-terms.ts";

const shown = 20;

/** A filter of events in the form that the endpoints accept. */
export type EventsFilter = Omit<Input<"readEventTotal">, "compare">;

/** Returns the first day of the field in the catalogue, which lists fields by event name. */
function useFirstDay(field: string, name: string | undefined) {
  const parsed = parseField(field);
  const key = name !== undefined && parsed.part === "metadata" ? parsed.key : undefined;
  const { data } = useQuery({
    ...queryPage("listEventCatalogue", { name: name ?? "" }),
    enabled: key !== undefined,
  });
  const found = key === undefined ? undefined : data?.data[0]?.fields.find((one) => one.name === key);
  return found && Math.min(...found.types.map(({ firstDay }) => firstDay));
}

interface FactsProps {
  values: EventValues;
  firstDay: number | undefined;
}

function Facts({ values: { events, empty, distinct, type }, firstDay }: FactsProps) {
  const share = events > 0 ? (empty / events) * 100 : 0;
  const facts = [
    ["Distinct", formatCount(distinct)],
    ["Empty", percentText(Number(share.toFixed(share < 1 ? 2 : 1)))],
    ["Type", labelOf(type)],
    // For a single event name the catalogue provides the first day; the number of events is shown above the rows.
    firstDay === undefined ? ["Events", formatCount(events)] : ["Since", formatUtcDay(firstDay)],
  ];
  return (
    <dl className="grid grid-cols-[1fr_1fr_1fr_5.5rem] gap-2 whitespace-nowrap">
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt className="text-12 text-text-muted">{name}</dt>
          <dd className="figures font-medium">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ValuesPanelProps {
  filter: EventsFilter;
  /** In filter syntax: country, "page title", value, user.plan. */
  field: string;
  /** Other fields that can be chosen. */
  fields: readonly string[];
  onField: (field: string) => void;
  onValue: (value: string, choice: ValueChoice) => void;
  onClose: () => void;
}

const problemOf = (field: string) => {
  try {
    parseField(field);
    return undefined;
  } catch (error) {
    if (error instanceof WhereProblem) return error.message;
    throw error;
  }
};

function Values({ filter, field, fields, onField, onValue }: Omit<ValuesPanelProps, "onClose">) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryPage("readEventFieldValues", { ...filter, field, limit: shown }),
  );
  const firstDay = useFirstDay(field, filter.name?.length === 1 ? filter.name[0] : undefined);
  if (!data && error)
    return <FailureNotice error={error} title="The values could not be read" retry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} label="Counting the values" />;
  const { values, numbers, type } = data.data;
  return (
    <div aria-busy={isPlaceholderData} className="grid gap-5 aria-busy:opacity-60">
      <Facts values={data.data} firstDay={firstDay} />
      {numbers && type === "number" ? <NumberSpread numbers={numbers} /> : null}
      {/* The key creates new elements if the content above has another height, so that they do not count as moved. */}
      <ValueList key={`values ${type}`} values={data.data} onValue={onValue} />
      <OtherFields
        key={`others ${type} ${values.length}`}
        name={filter.name?.length === 1 ? filter.name[0] : undefined}
        fields={fields.filter((other) => other !== field)}
        onField={onField}
      />
    </div>
  );
}

export function ValuesPanel({ field, onClose, ...rest }: ValuesPanelProps) {
  const problem = problemOf(field);
  const { fields, onField } = rest;
  return (
    <div
      role="presentation"
      className="contents"
      onKeyDown={({ key, target, currentTarget }) => {
        // The list of fields, which lies outside, has its own Escape.
        if (key === "Escape" && target instanceof Node && currentTarget.contains(target)) onClose();
      }}
    >
      <SidePanel
        title={`Values of ${field}`}
        heading={
          <div className="flex min-w-0 items-center gap-2">
            <h2 className="shrink-0 font-strong">Values of</h2>
            <WordPicker
              label="Values of"
              value={field}
              options={[...new Set([...fields, field])].map((value) => ({ value, label: value }))}
              onChange={onField}
              className={`${buttonClass("outlined", "small")} min-w-0`}
            />
          </div>
        }
        isNarrow
        onClose={onClose}
      >
        {problem ? (
          <p className="text-text-muted">{problem}</p>
        ) : (
          <Values key={field} field={field} {...rest} />
        )}
      </SidePanel>
    </div>
  );
}
