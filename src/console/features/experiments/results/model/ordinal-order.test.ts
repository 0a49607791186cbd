import fc from "fast-check";
import { expect, test } from "vitest";
import { ordinalOrder } from "./ordinal-order.ts";

test.each([
  [["1", "2", "10", "11"]],
  [["-5", "0", "0.25", "0.5", "1.10", "1.9"].toSorted((a, b) => Number(a) - Number(b))],
  [["0", "1-2", "3-5", "6-9", "10+"]],
  [["< 18", "18–24", "25–34", "65+"]],
  [["<5", "5", ">5", "6 to 9"]],
  [["9", "10", "10+"]],
  [["5 %", "20 %", "100 %"]],
  [["1 day", "2 days", "10 days"]],
  [["1) $0 - $100", "2) $100 - $200", "7) $1,000 +", "10) $2,000 +"]],
  [["1.9.0", "1.10", "1.10.1", "2"]],
  [["v1", "v2", "v10"]],
  [["1.0", "1.0.0", "1.0.1"]],
  [["Monday", "Wednesday", "Sunday"]],
  [["Mon", "Tue", "Sat"]],
  [["low", "medium", "high"]],
  [["Jan", "Feb", "Sep", "Dec"]],
  [["S", "M", "L", "XL"]],
])("%j have an order of their own", (values) => {
  const order = ordinalOrder(values);
  expect(order && values.toReversed().toSorted(order)).toEqual(values);
  expect(order && values.toSorted().toSorted(order)).toEqual(values);
});

test.each([[["Germany", "Sweden"]], [["ios", "android 10"]], [["low", "Germany"]], [["7"]], [[]]])(
  "%j have none",
  (values) => expect(ordinalOrder(values)).toBeUndefined(),
);

test("whole numbers are in the order of their values", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 2 }), (numbers) => {
      const order = ordinalOrder(numbers.map(String));
      expect(order && numbers.map(String).toSorted(order)).toEqual(
        numbers.toSorted((a, b) => a - b).map(String),
      );
    }),
  );
});
