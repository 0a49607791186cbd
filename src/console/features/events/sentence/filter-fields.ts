// The fields of an event that a filter can refer to. Pure.
import type { EventRecord } from "#contract/event.ts";
import type { EventField } from "#contract/event-where.ts";

export const fieldText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Lists every field of an event that a filter can refer to, with its text; empty if missing. */
export const filterFieldsOf = (event: EventRecord): { field: EventField; text: string }[] => [
  { field: { part: "name" }, text: event.name },
  { field: { part: "userID" }, text: event.userID ?? "" },
  { field: { part: "value" }, text: event.value ?? "" },
  { field: { part: "source" }, text: event.source ?? "" },
  ...Object.entries(event.customIDs ?? {}).map(([key, id]) => ({
    field: { part: "id", key } as const,
    text: fieldText(id),
  })),
  ...Object.entries(event.metadata ?? {}).map(([key, value]) => ({
    field: { part: "metadata", key } as const,
    text: value === null ? "" : fieldText(value),
  })),
];
