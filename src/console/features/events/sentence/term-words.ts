// A condition as part of the sentence: its connecting word, its field, and its condition with the values. Pure.
import { printField, type EventCondition, type EventField, type EventTerm } from "#contract/event-where.ts";

const conditionWords: Record<EventCondition, string> = {
  is: "",
  "is not": "not",
  contains: "containing",
  "does not contain": "without",
  exists: "present",
  "is empty": "empty",
  "<=": "at most",
  ">=": "at least",
  "<": "below",
  ">": "above",
};

/** The same words as in the column headers. */
const fieldWords: Partial<Record<EventField["part"], string>> = {
  userID: "User",
  value: "Value",
  source: "Source",
  name: "Name",
  anything: "Anything",
};

/** Whether a condition selects event names, which the sentence states first. */
export const isSubject = ({ field, condition }: EventTerm) => field.part === "name" && condition === "is";

const isPlace = ({ field }: EventTerm) => "key" in field && field.key.toLowerCase() === "country";

/** The word before a condition; the first one follows the events. */
export const leadOf = (term: EventTerm, isFirst: boolean) =>
  isPlace(term) ? "in" : isFirst ? "with" : "and";

export const termWords = (term: EventTerm) => ({
  field: isSubject(term) ? "" : (fieldWords[term.field.part] ?? printField(term.field)),
  asked: [conditionWords[term.condition], term.values.join(isSubject(term) ? " or " : ", ")]
    .filter(Boolean)
    .join(" "),
});
