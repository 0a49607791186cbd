// Adds values of a field to a filter, or excludes them. Pure.
import type { EventField, EventTerm, EventWhere } from "#contract/event-where.ts";
import { printField } from "#contract/event-where.ts";

export type ValueChoice = "is" | "is not";

const isOf = (term: EventTerm, field: EventField, condition: ValueChoice) =>
  term.condition === condition && printField(term.field) === printField(field);

const without = (term: EventTerm, value: string): EventTerm[] => {
  const values = term.values.filter((one) => one !== value);
  return values.length > 0 ? [{ ...term, values }] : [];
};

/**
 * Adds a value that a field must, or must not, have: it joins the field's other values and is removed from the opposite
 * condition.
 */
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
