// The values of one field among the events of a filter, beside the page.
import { useQuery } from "@tanstack/react-query";
import type { EventValues } from "#contract/event-answers.ts";
import { parseField, WhereProblem } from "#contract/event-where.ts";
import type { Input } from "#console/foundation/api/call.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SidePanel } from "#console/foundation/ui/side-panel.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatCount, labelOf, percentText } from "#console/foundation/ui/wording.ts";
import { NumberSpread } from "./number-spread.tsx";
import { ValueList } from "./value-list.tsx";
import type { ValueChoice } from "./value-terms.ts";

const shown = 20;

/** A filter of events as the endpoints take it. */
export type EventsFilter = Omit<Input<"readEventTotal">, "compare">;

function Facts({ values: { events, empty, distinct, type } }: { values: EventValues }) {
  const share = events > 0 ? (empty / events) * 100 : 0;
  const facts = [
    ["Distinct", formatCount(distinct)],
    ["Empty", percentText(Number(share.toFixed(share < 1 ? 2 : 1)))],
    ["Type", labelOf(type)],
    ["Events", formatCount(events)],
  ];
  return (
    <dl className="grid grid-cols-4 gap-2">
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
  /** In the words of a filter: country, "page title", value, user.plan. */
  field: string;
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

function Values({ filter, field, onValue }: Omit<ValuesPanelProps, "onClose">) {
  const { data, error, refetch, isPlaceholderData } = useQuery(
    queryPage("readEventFieldValues", { ...filter, field, limit: shown }),
  );
  if (!data && error)
    return <FailureNotice error={error} title="The values could not be read" retry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} label="Counting the values" />;
  return (
    <div aria-busy={isPlaceholderData} className="grid gap-5 aria-busy:opacity-60">
      <Facts values={data.data} />
      <ValueList values={data.data} onValue={onValue} />
      {data.data.numbers && data.data.type === "number" ? <NumberSpread numbers={data.data.numbers} /> : null}
    </div>
  );
}

export function ValuesPanel({ field, onClose, ...rest }: ValuesPanelProps) {
  const problem = problemOf(field);
  return (
    <SidePanel title={`Values of ${field}`} onClose={onClose}>
      {problem ? (
        <p className="text-text-muted">{problem}</p>
      ) : (
        <Values key={field} field={field} {...rest} />
      )}
    </SidePanel>
  );
}
