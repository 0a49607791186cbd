// A condition as a part of the sentence: the word that leads to it, its field, and what is asked of it. Pure.
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

/** As the heads of the columns name them. */
const fieldWords: Partial<Record<EventField["part"], string>> = {
  userID: "User",
  value: "Value",
  source: "Source",
  name: "Name",
  anything: "Anything",
};

/** The events themselves: what is asked of is named first. */
export const isSubject = ({ field, condition }: EventTerm) => field.part === "name" && condition === "is";

const isPlace = ({ field }: EventTerm) => "key" in field && field.key.toLowerCase() === "country";

/** The word before a condition, the first of which follows the events. */
export const leadOf = (term: EventTerm, isFirst: boolean) =>
  isPlace(term) ? "in" : isFirst ? "with" : "and";

export const termWords = (term: EventTerm) => ({
  field: isSubject(term) ? "" : (fieldWords[term.field.part] ?? printField(term.field)),
  asked: [conditionWords[term.condition], term.values.join(isSubject(term) ? " or " : ", ")]
    .filter(Boolean)
    .join(" "),
});
