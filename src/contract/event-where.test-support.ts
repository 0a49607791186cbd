// Generators of random event filters, and of random events that may match them.
import fc from "fast-check";
import type { StoredEvent } from "./event-matches.ts";
import { isComparison, isValueless, type EventField, type EventTerm } from "./event-where.ts";

/** Texts that are easily mistaken for something else: numbers, keywords of the filter, quotes, dots, patterns, emoji. */
const hardTexts = [
  "DE",
  "de",
  "se",
  "10",
  "9",
  "10.0",
  " 10 ",
  "1e3",
  "-2.5",
  "and",
  "Not",
  "empty",
  "is",
  "true",
  "it's",
  'a "b"',
  "a, b",
  "a.b",
  "50 %",
  "a_b",
  "\\",
  "/a~1",
  "$x",
  "👩‍🚀",
  "Ärger",
  "ärger",
  "line\nbreak",
  "\uFFFD",
  "NaN",
];
const texts = fc.constantFrom(...hardTexts);
const keys = fc.constantFrom(
  "country",
  "plan",
  "a.b",
  "page title",
  "value",
  "user.plan",
  'q"q',
  "$key",
  "a/b~c",
  "👍",
  "and",
);

const fields: fc.Arbitrary<EventField> = fc.oneof(
  fc.record({ part: fc.constantFrom("name", "value", "source", "userID") }),
  fc.record({ part: fc.constantFrom("metadata", "metadata", "user", "id"), key: keys }),
);

const numbers = fc.constantFrom("10", "9.5", "-3", "1e3", ".5");
const listed = fc.array(texts, { minLength: 1, maxLength: 3 });

const terms: fc.Arbitrary<EventTerm> = fc.oneof(
  fc
    .tuple(
      fields,
      fc.constantFrom(
        "is",
        "is not",
        "contains",
        "does not contain",
        "exists",
        "is empty",
        "<",
        "<=",
        ">",
        ">=",
      ),
    )
    .chain(([field, condition]) =>
      (isValueless(condition)
        ? fc.constant([])
        : isComparison(condition)
          ? numbers.map((one) => [one])
          : listed
      ).map((values): EventTerm => ({ field, condition, values })),
    ),
  fc
    .tuple(fc.constantFrom("contains", "does not contain"), listed)
    .map(([condition, values]): EventTerm => ({ field: { part: "anything" }, condition, values })),
);

export const eventWheres = fc.array(terms, { maxLength: 3 });

/** Filters with any characters that are allowed. */
export const anyWheres = fc.array(
  fc
    .tuple(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1, maxLength: 4 }),
    )
    .map(([key, values]): EventTerm => ({ field: { part: "metadata", key }, condition: "is", values })),
  { maxLength: 4 },
);

const scalars = fc.oneof(texts, fc.constantFrom(10, 9.5, -3, 0, true, false, null, ""));
const objects = fc.dictionary(keys, scalars, { maxKeys: 4 });

/** Events within a few milliseconds of each other, so that some have the same time. */
export const storedEvents = (start: number): fc.Arbitrary<StoredEvent> =>
  fc.record({
    name: fc.constantFrom("order", "view", "it's"),
    time: fc.integer({ min: start, max: start + 5 }),
    userID: fc.constantFrom("u1", "u2", "👤", ""),
    ids: fc.oneof(
      fc.constant(null),
      fc.dictionary(fc.constantFrom("stableID", "a.b"), fc.constantFrom("d1", "d2")),
    ),
    value: fc.oneof(texts, fc.constantFrom("", "12.50")),
    source: fc.constantFrom("web", "ios", ""),
    metadata: objects,
    attributes: fc.oneof(fc.constant(null), objects),
  });
