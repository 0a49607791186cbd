// The hits of a day come in the order of their moments, however many they are.
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayHits } from "./day-hits.ts";

const Hit = fc.record({ moment: fc.nat(50), event: fc.nat(5), value: fc.nat(5) });

test("hits are put in the order of their moments", () => {
  const hits = dayHits();
  fc.assert(
    fc.property(fc.array(Hit, { maxLength: 80 }), (added) => {
      for (const { moment, event, value } of added) hits.add(moment, event, value);
      const found = Array.from({ length: hits.sorted() }, (_, hit) => ({
        moment: hits.moments[hit],
        event: hits.events[hit],
        value: hits.values[hit],
      }));
      expect(found).toEqual([...added].sort((a, b) => a.moment - b.moment));
      hits.clear();
    }),
  );
});
