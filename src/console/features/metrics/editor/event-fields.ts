// The fields of recent events with a given name, and the most frequent values of each field.
import { useQuery } from "@tanstack/react-query";
import type { EventRecord } from "#contract/event.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** Number of newest events to read: the maximum of one page. */
const looked = 100;

export interface EventField {
  name: string;
  /** True if every value of the field is numeric. */
  isNumber: boolean;
  /** Most frequent first; `note` tells how many events have the value. */
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

/** Returns the fields of the events: their value, and their metadata fields sorted by name. Pure. */
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

/** Has no fields while no event is chosen or the events cannot be read; field names can then be typed by hand. */
export function useEventFields(eventName: string) {
  const { data } = useQuery({
    ...queryPage("listEventValues", { eventName, page: 1, limit: looked }),
    enabled: eventName !== "",
    staleTime: 60_000,
  });
  return fieldsOf(eventName && data ? data.data : []);
}
