// Decides in memory whether an event matches a filter, with the same result as the service's database query. Pure.
import type { EventFilter } from "./event-query.ts";
import { numberOf, type EventField, type EventTerm } from "./event-where.ts";

/** An event as it is stored. */
export interface StoredEvent {
  readonly name: string;
  /** ms */
  readonly time: number;
  readonly userID: string;
  /** Ids of other types; null if the only id may be of any type. */
  readonly ids: Readonly<Record<string, string>> | null;
  readonly value: string;
  readonly source: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** Attributes of the user. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
}

/** Returns the text of a JSON value, in the same form as databases do. */
const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined
    ? undefined
    : typeof value === "string"
      ? value
      : JSON.stringify(value);

const textAt = (fields: Readonly<Record<string, unknown>> | null, key: string) =>
  fields && Object.hasOwn(fields, key) ? textOf(fields[key]) : undefined;

const textsOf = (fields: Readonly<Record<string, unknown>> | null) => Object.values(fields ?? {}).map(textOf);

/** Returns the text of a field, or for `anything` all texts of the event; an empty text counts as absent. */
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

/** Lower-cases A to Z only, because databases disagree on other letters. */
const inLowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns the value of a field; undefined if the event does not have it. */
export const eventText = (event: StoredEvent, field: EventField): string | undefined =>
  textsAt(event, field)[0];

function compares(text: string, condition: string, limit: number): boolean {
  const number = numberOf(text);
  if (number === undefined) return false;
  if (condition === "<") return number < limit;
  if (condition === "<=") return number <= limit;
  return condition === ">" ? number > limit : number >= limit;
}

/** Whether a text meets the condition; for a negated condition, whether it meets the positive form. */
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
