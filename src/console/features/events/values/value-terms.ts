// Values of a field that are taken into a filter, or out of it. Pure.
import type { EventField, EventTerm, EventWhere } from "#contract/event-where.ts";
import { printField } from "#contract/event-where.ts";

export type ValueChoice = "is" | "is not";

const isOf = (term: EventTerm, field: EventField, condition: ValueChoice) =>
  term.condition === condition && printField(term.field) === printField(field);

const without = (term: EventTerm, value: string): EventTerm[] => {
  const values = term.values.filter((one) => one !== value);
  return values.length > 0 ? [{ ...term, values }] : [];
};

/** A filter with one more value that a field must have, or must not: it joins the others of that field, and is no longer among the opposite ones. */
export function withValue(
  where: EventWhere,
  field: EventField,
  condition: ValueChoice,
  value: string,
): EventTerm[] {
  const opposite = condition === "is" ? "is not" : "is";
  const kept = where.flatMap((term) => (isOf(term, field, opposite) ? without(term, value) : [term]));
  if (!kept.some((term) => isOf(term, field, condition)))
    return [...kept, { field, condition, values: [value] }];
  return kept.map((term) =>
    isOf(term, field, condition) ? { ...term, values: [...new Set([...term.values, value])] } : term,
  );
}
