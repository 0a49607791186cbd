// Chooses the metric source whose events are read: the one in the address, else the first one with the event.
import { useQuery } from "@tanstack/react-query";
import type { MetricSource } from "#contract/warehouse-source.ts";
import { query } from "#console/foundation/api/query.ts";
import { Picker } from "#console/foundation/forms/select.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventsSearch } from "#console/features/events/sentence/event-searches.ts";

const hasEvent = ({ name, eventColumn, eventNames }: MetricSource, event: string) =>
  eventColumn ? (eventNames ?? []).includes(event) : name === event;

/** `event` is the single event name asked for, if any. `names` is undefined until loaded. */
export function useMetricSources({ metricSource }: EventsSearch, event: string | undefined) {
  const { data } = useQuery({ ...query("listMetricSources", { limit: 100 }), throwOnError: true });
  const sources = data?.data;
  const first = (event && sources?.find((source) => hasEvent(source, event))) || sources?.[0];
  return { names: sources?.map(({ name }) => name), chosen: metricSource ?? first?.name };
}

interface MetricSourceChoiceProps {
  search: EventsSearch;
  event?: string | undefined;
}

/** Renders nothing if there is no choice. */
export function MetricSourceChoice({ search, event }: MetricSourceChoiceProps) {
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const { names = [], chosen } = useMetricSources(search, event);
  if (chosen === undefined || (names.length < 2 && names.includes(chosen))) return null;
  return (
    <Picker
      label="Metric source"
      value={chosen}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={(name) => setSearch({ metricSource: name, row: undefined })}
    />
  );
}
