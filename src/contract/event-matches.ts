// Tells whether an event meets a filter, by the event alone; the service asks its database the same. Pure.
import type { EventFilter } from "./event-query.ts";
import { numberOf, type EventField, type EventTerm } from "./event-where.ts";

/** An event as it is stored. */
export interface StoredEvent {
  readonly name: string;
  /** ms */
  readonly time: number;
  readonly userID: string;
  /** Ids of other types; null where the only id may be of any type. */
  readonly ids: Readonly<Record<string, string>> | null;
  readonly value: string;
  readonly source: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Of its user. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
}

/** The text of a value of JSON, as databases give it. */
const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined
    ? undefined
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

const textAt = (fields: Readonly<Record<string, unknown>> | null, key: string) =>
  fields && Object.hasOwn(fields, key) ? textOf(fields[key]) : undefined;

const textsOf = (fields: Readonly<Record<string, unknown>> | null) => Object.values(fields ?? {}).map(textOf);

/** The text of a field, of `anything` all of them; an empty text counts as none. */
function textsAt(event: StoredEvent, field: EventField): string[] {
  const found = () => {
    switch (field.part) {
      case "metadata":
        return [textAt(event.metadata, field.key)];
      case "user":
        return [textAt(event.attributes, field.key)];
      case "id":
        return [textAt(event.ids, field.key)];
      case "anything": {
        const { name, userID, value, source, metadata, attributes, ids } = event;
        return [name, userID, value, source, ...[metadata, attributes, ids].flatMap(textsOf)];
      }
      default:
        return [event[field.part]];
    }
  };
  return found().filter((text) => text !== undefined && text !== "") as string[];
}

/** Letters A to Z alone: databases do not agree on the others. */
const inLowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The value of a field; undefined where the event has none. */
export const eventText = (event: StoredEvent, field: EventField): string | undefined =>
  textsAt(event, field)[0];

function compares(text: string, condition: string, limit: number): boolean {
  const number = numberOf(text);
  if (number === undefined) return false;
  if (condition === "<") return number < limit;
  if (condition === "<=") return number <= limit;
  return condition === ">" ? number > limit : number >= limit;
}

/** Whether a text of the field meets the condition, or for a denial what it denies. */
function meets(text: string, { field, condition, values }: EventTerm): boolean {
  switch (condition) {
    case "is":
    case "is not":
      return values.includes(text);
    case "contains":
    case "does not contain":
      return field.part === "anything"
        ? values.some((value) => inLowerCase(text).includes(inLowerCase(value)))
        : values.some((value) => text.includes(value));
    case "exists":
    case "is empty":
      return true;
    default:
      return compares(text, condition, Number(numberOf(values[0] ?? "")));
  }
}

const denials = new Set(["is not", "does not contain", "is empty"]);

const meetsTerm = (event: StoredEvent, term: EventTerm) =>
  textsAt(event, term.field).some((text) => meets(text, term)) !== denials.has(term.condition);

const hasID = ({ userID, ids }: StoredEvent, type: string) =>
  type === "userID" || ids === null ? userID : (textAt(ids, type) ?? "");

export function matchesEvent(event: StoredEvent, { from, to, names, units, sources, where }: EventFilter) {
  return (
    (from === undefined || event.time >= from) &&
    (to === undefined || event.time < to) &&
    (!names || names.includes(event.name)) &&
    (!units || units.some(({ type, id }) => hasID(event, type) === id)) &&
    (!sources || sources.includes(event.source)) &&
    where.every((term) => meetsTerm(event, term))
  );
}
