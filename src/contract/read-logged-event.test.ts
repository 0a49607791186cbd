// Tests that the hand-written parser of logged events has the same results as their schema.
import fc from "fast-check";
import { expect, test } from "vitest";
import { LoggedEvent } from "./logged-event.ts";
import { readLoggedEvent } from "./read-logged-event.ts";

const names = fc.constantFrom("stableID", "plan", "__proto__", "constructor", "toString", "a");
const leaf = fc.oneof(
  fc.constantFrom("", "u1", "1e9", null, undefined, true, 0, 12.5, Infinity, -Infinity, Number.NaN),
  fc.string(),
  fc.double(),
);
const value = fc.oneof(leaf, fc.array(leaf, { maxLength: 2 }), fc.constant({}), fc.constant({ deep: [{}] }));
/** Objects as JSON.parse creates them: every name, even `__proto__`, is an own property. */
const record = fc
  .array(fc.tuple(names, value), { maxLength: 4 })
  .map((entries): Record<string, unknown> => Object.fromEntries(entries));
/** Values mostly have the right type, because two wrong ones test no more than one. */
const mostly = <T>(right: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary: right }, value);
const text = fc.oneof(fc.string(), fc.constantFrom(null, undefined));
const id = fc.oneof(text, fc.integer());
const ids = fc.array(fc.tuple(names, mostly(id)), { maxLength: 3 }).map((all) => Object.fromEntries(all));
const user = fc.record(
  {
    userID: mostly(id),
    customIDs: mostly(fc.oneof(ids, record)),
    email: mostly(text),
    ip: mostly(text),
    userAgent: mostly(text),
    country: mostly(text),
    locale: mostly(text),
    appVersion: mostly(text),
    custom: mostly(record),
    statsigEnvironment: mostly(record),
    privateAttributes: record,
  },
  { requiredKeys: [] },
);
const event = fc.record(
  {
    eventName: mostly(fc.string()),
    user: mostly(user),
    value: mostly(id),
    metadata: mostly(record),
    time: mostly(id),
    secondaryExposures: value,
  },
  { requiredKeys: ["eventName"] },
);

/** Removes fields without a value, which count as absent. */
const stated = (fields: unknown): unknown =>
  typeof fields !== "object" || fields === null || Array.isArray(fields)
    ? fields
    : Object.fromEntries(
        Object.entries(fields).flatMap(([name, one]) => (one === undefined ? [] : [[name, stated(one)]])),
      );

test("an event is read by hand as by its schema", () => {
  let read = 0;
  fc.assert(
    fc.property(mostly(event), (sent) => {
      const { data } = LoggedEvent.safeParse(sent);
      if (data) read += 1;
      expect(stated(readLoggedEvent(sent))).toEqual(stated(data));
    }),
    { numRuns: 3000, seed: 14 },
  );
  expect(read).toBeGreaterThan(500);
});
