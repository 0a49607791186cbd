// The fields that recent events of a name had, with their most frequent values.
import { useQuery } from "@tanstack/react-query";
import type { EventRecord } from "#contract/event.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** The newest events that are looked at: the most that one answer holds. */
const looked = 100;

export interface EventField {
  name: string;
  /** Every value that it had is a number. */
  isNumber: boolean;
  /** The most frequent first, with how many events had it. */
  values: readonly { value: string; note: string }[];
}

const isNumeric = (text: string) => text.trim() !== "" && Number.isFinite(Number(text));

function fieldOf(name: string, texts: readonly string[]): EventField {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const values = [...counts].sort(([, one], [, other]) => other - one);
  return {
    name,
    isNumber: texts.length > 0 && texts.every(isNumeric),
    values: values.map(([value, count]) => ({ value, note: plural(count, "event") })),
  };
}

const textOf = (value: unknown): string[] =>
  value === null || value === undefined ? [] : [typeof value === "string" ? value : JSON.stringify(value)];

/** Metadata fields of these events by name, and their value. Pure. */
export function fieldsOf(events: readonly EventRecord[]) {
  const names = [...new Set(events.flatMap(({ metadata }) => Object.keys(metadata ?? {})))].sort();
  return {
    value: fieldOf(
      "value",
      events.flatMap(({ value }) => textOf(value)),
    ),
    metadata: names.map((name) =>
      fieldOf(
        name,
        events.flatMap(({ metadata }) => textOf(metadata?.[name])),
      ),
    ),
  };
}

/** Nothing while no event is chosen, or where it cannot be read: names can be typed then. */
export function useEventFields(eventName: string) {
  const { data } = useQuery({
    ...queryPage("listEventValues", { eventName, page: 1, limit: looked }),
    enabled: eventName !== "",
    staleTime: 60_000,
  });
  return fieldsOf(eventName && data ? data.data : []);
}
