// Finds the natural order of slice values: numbers, ranges, versions, weekdays and months, low to high.

const scales = [
  "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
  "mon, tue, wed, thu, fri, sat, sun",
  "january, february, march, april, may, june, july, august, september, october, november, december",
  "jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec",
  "none, very low, low, medium, high, very high",
  "xs, s, m, l, xl, xxl",
  "small, medium, large",
  "never, rarely, sometimes, often, always",
  "free, basic, plus, pro, business, enterprise",
].map((values) => values.split(", "));

/** "10", "1-2", "3–5", "10+", "< 5", "20 %", "2) $100 - $200" */
const numeric =
  /^(?:\d+\)\s*)?(?:[<>≤≥]=?\s*)?[$€£]?\s*-?[\d.,]+\s*(?:%|\+|[a-z]{1,6})?(?:\s*(?:-|–|to)\s*[$€£]?\s*[\d.,]+\s*(?:%|\+|[a-z]{1,6})?)?$/i;
const version = /^v?\d+(?:\.\d+)*$/i;
/** "1.10" alone may be a decimal; a "v" or a second dot tells versions from numbers. */
const clearlyVersion = /^v|\..*\./i;

const numbersIn = (value: string) =>
  [...value.replaceAll(",", "").matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
const versionRank = (value: string) => [...value.matchAll(/\d+/g)].map(([digits]) => Number(digits));

/** "< 5" comes before "5", and "> 5" and "5+" after it. */
function numberRank(value: string): number[] {
  const [first = 0, ...rest] = numbersIn(value);
  const side = /^[<≤]/.test(value) ? -1 : /^[>≥]|\+$/.test(value) ? 1 : 0;
  return [value.startsWith("-") ? -first : first, side, ...rest];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((number, index) => number !== b[index]);
  return place < 0 ? a.length - b.length : (a[place] ?? 0) - (b[place] ?? -Infinity);
}

/** Returns a comparator for the values; undefined if they have no natural order. */
export function ordinalOrder(values: readonly string[]): ((a: string, b: string) => number) | undefined {
  const plain = values.map((value) => value.trim().toLowerCase());
  if (plain.length < 2) return undefined;
  const by = (rank: (value: string) => number[]) => (a: string, b: string) =>
    compareRanks(rank(a.trim().toLowerCase()), rank(b.trim().toLowerCase()));
  if (plain.every((value) => version.test(value)) && plain.some((value) => clearlyVersion.test(value)))
    return by(versionRank);
  if (plain.every((value) => numeric.test(value))) return by(numberRank);
  const scale = scales.find((known) => plain.every((value) => known.includes(value)));
  return scale && by((value) => [scale.indexOf(value)]);
}
