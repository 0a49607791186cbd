// Mutates valid JSON: replaces one place of a body by something that nobody would send, or truncates or changes its text.

export type Random = () => number;

export const pick = <T>(random: Random, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)];

const deep = (depth: number): unknown => (depth === 0 ? [] : [deep(depth - 1)]);
const texts = "\u0000|\ud800|\u2028|x:1:1|__proto__|constructor|%00|'; drop table gate; --|{a: 1|*".split(
  "|",
);
const long = ["x".repeat(100_000), "a,".repeat(10_000)];
const strange: readonly unknown[] = [null, true, -1, 0.1, 1e308, 2 ** 60, "", " ", ...texts, ...long];
const shapes: readonly unknown[] = [
  [],
  {},
  [[]],
  [null],
  deep(500),
  { constructor: { prototype: 1 } },
  { $ref: "#" },
];
const anything = (random: Random) => pick(random, random() < 0.7 ? strange : shapes);

/** Returns the value with one place in it changed. */
function changed(value: unknown, random: Random): unknown {
  const isDeeper = typeof value === "object" && value !== null && random() < 0.85;
  if (!isDeeper) return anything(random);
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    const how = random();
    if (how < 0.1) return value.filter((_, index) => index !== at);
    if (how < 0.2) return [...value, ...Array.from({ length: 50 }, () => value[at])];
    return value.map((item: unknown, index) => (index === at ? changed(item, random) : item));
  }
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  const how = random();
  if (how < 0.1) return Object.fromEntries(entries.filter((_, index) => index !== at));
  if (how < 0.2)
    return {
      ...value,
      [String(pick(random, ["__proto__", "id", "x", "rules", "version"]))]: anything(random),
    };
  return Object.fromEntries(
    entries.map(([field, item], index) => [field, index === at ? changed(item, random) : item]),
  );
}

/** Returns a body as text, with one to three mutations. */
export function mutated(body: unknown, random: Random): string {
  let value = body;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) value = changed(value, random);
  const text = JSON.stringify(value) ?? "null";
  const at = Math.floor(random() * text.length);
  const how = random();
  if (how < 0.03) return text.slice(0, at);
  if (how < 0.06) return `${text.slice(0, at)}${String.fromCharCode(random() * 0xffff)}${text.slice(at + 1)}`;
  return text;
}
