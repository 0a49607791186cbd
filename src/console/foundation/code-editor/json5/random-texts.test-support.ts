// Random JSON5 texts for property tests: with comments, every notation of a value, and broken ones.
import fc from "fast-check";
import type { Json } from "#contract/json5.ts";

/** A text and the value that it was generated from. */
export interface RandomText {
  text: string;
  value: Json;
}

const space = fc.constantFrom("", "", " ", "  ", "\n", "\n  ", "\r\n\t", "\u00a0", "\n\n");
const words = fc.constantFrom("why", "a, b", "}", '"', "it's {x: 1}", "//", "*", "é𐐀", "");
const comment = fc.oneof(
  words.map((text) => `/*${text}*/`),
  words.map((text) => `// ${text}\n`),
  words.map((text) => `/*\n * ${text}\n */`),
);
export const trivia = fc
  .array(fc.oneof({ weight: 3, arbitrary: space }, { weight: 1, arbitrary: comment }), { maxLength: 3 })
  .map((parts) => parts.join(""));

const name = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "c",
    "id",
    "$x",
    "_y",
    "freeFrom",
    "é",
    "a.b",
    "0",
    "",
    "__proto__",
    "x y",
    "'",
    "/",
  ),
  fc.string({ maxLength: 4 }),
);
const isPlainName = (text: string) =>
  /^[A-Za-z_$é][\w$é]*$/.test(text) && !/^(?:true|false|null)$/.test(text);

const single = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const quoted = (text: string) => fc.constantFrom(JSON.stringify(text), single(text));

const number = fc.oneof(
  fc.constantFrom<[string, number]>(
    ["0x1F", 31],
    ["+1", 1],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["-0xA", -10],
  ),
  fc.integer({ min: -1000, max: 1000 }).map((value): [string, number] => [String(value), value]),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value): [string, number] => [JSON.stringify(value), value]),
);
const scalar = fc.oneof(
  fc.string({ maxLength: 8 }).chain((value) => quoted(value).map((text) => ({ text, value }))),
  fc
    .constantFrom("x\u2028", "a\\b", "\u0001", "ü")
    .chain((value) => quoted(value).map((text) => ({ text, value }))),
  number.map(([text, value]) => ({ text, value })),
  fc.constantFrom<RandomText>(
    { text: "true", value: true },
    { text: "false", value: false },
    { text: "null", value: null },
    { text: "'a\\\nb'", value: "ab" },
  ),
);

const { value: anyValue } = fc.letrec<{ value: RandomText; member: RandomText }>((tie) => {
  const entry = fc
    .tuple(trivia, tie("value"), trivia)
    .map(([before, { text, value }, after]) => ({ text: before + text + after, value }));
  const listed = <Item extends { text: string }>(items: fc.Arbitrary<Item[]>, open: string, close: string) =>
    fc.tuple(items, fc.boolean(), trivia).map(([found, trailing, inner]) => ({
      text: found.length
        ? `${open}${found.map(({ text }) => text).join(",")}${trailing ? `,${inner}` : ""}${close}`
        : `${open}${inner}${close}`,
      found,
    }));
  const member = fc
    .tuple(trivia, name, trivia, entry)
    .chain(([before, key, after, { text, value }]) =>
      fc
        .oneof(quoted(key), isPlainName(key) ? fc.constant(key) : quoted(key))
        .map((written) => ({ key, text: `${before}${written}${after}:${text}`, value })),
    );
  return {
    member: entry,
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      listed(fc.array(entry, { maxLength: 4 }), "[", "]").map(({ text, found }) => ({
        text,
        value: found.map(({ value }) => value),
      })),
      listed(fc.uniqueArray(member, { maxLength: 4, selector: ({ key }) => key }), "{", "}").map(
        ({ text, found }) => ({
          text,
          value: Object.fromEntries(found.map(({ key, value }) => [key, value])),
        }),
      ),
    ),
  };
});

/** A text that parses to `value`, with comments and odd spacing anywhere. */
export const commentedText: fc.Arbitrary<RandomText> = fc
  .tuple(trivia, anyValue, trivia)
  .map(([before, { text, value }, after]) => ({ text: before + text + after, value }));

/** Texts on which json5 and other parsers have disagreed before. */
export const seeds = [
  "-.5",
  "+.5",
  ".",
  "{.5:1}",
  "{true:1}",
  "{null:1}",
  "{𐐀:1}",
  "{a𐐀:1}",
  "{\\u0061b:1}",
  "{\\u2028:1}",
  "{\u200cx:1}",
  "//a\u20281",
  "//a\u2029",
  "{a:1//x\u2028,b:2\n}",
  "'a\nb'",
  "'a\u2028b'",
  "'\\1'",
  "'\\0'",
  "{'\\0':1}",
  "'\\ud83d'",
  "{'\\ude00':'\\ud83d\\ude00'}",
  "'\\01'",
  "'\\x4'",
  "'\\\r\nx'",
  "[01]",
  "[-01]",
  "0x",
  "0xg",
  "1e",
  "1e+",
  "--1",
  "+-1",
  "- 1",
  "[1_0]",
  "[1a]",
  "Infinity",
  "-Infinity",
  "{Infinity:1}",
  "{NaN:NaN}",
  "{-NaN:1}",
  "nullx",
  "{a:1 b:2}",
  "{,}",
  "[,]",
  "[1,,]",
  "{a}",
  "{a:}",
  "{a::1}",
  "/",
  "/*",
  "/**/",
  "/*/",
  "\\",
  "\ufeff1",
  "{'__proto__':{a:1}}",
  "{__proto__:[],__proto__:1}",
  "'\\ud83d'",
  "\ud83d",
  '"\ud83d"',
  "[-NaN,+Infinity]",
  "",
];

const pieces = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "'",
  "\\",
  "//",
  "/*",
  "*/",
  "\n",
  "\r\n",
  "\u2028",
  " ",
  "0",
  "1",
  "-",
  "+",
  ".",
  "e",
  "x",
  "a",
  "true",
  "null",
  "NaN",
  "Infinity",
  "\\u0061",
  "\\x41",
  "\\0",
  "\\1",
  "$",
  "\u200c",
  "é",
  "𐐀",
  "\ud800",
  "\ufeff",
  "__proto__",
];

interface Mutation {
  at: number;
  remove: number;
  piece: string;
}

const mutated = (text: string, mutations: readonly Mutation[]) =>
  mutations.reduce((before, { at, remove, piece }) => {
    const place = at % (before.length + 1);
    return before.slice(0, place) + piece + before.slice(place + remove);
  }, text);

const mutations = fc.array(
  fc.record({
    at: fc.nat(),
    remove: fc.nat(3),
    piece: fc.oneof(fc.constantFrom(...pieces), fc.constant("")),
  }),
  { minLength: 1, maxLength: 4 },
);

/** A hundred copies of one valid text, each cut and patched at random places. */
export const brokenTexts: fc.Arbitrary<string[]> = fc
  .tuple(
    fc.oneof(
      commentedText.map(({ text }) => text),
      fc.constantFrom(...seeds),
    ),
    fc.array(mutations, { minLength: 100, maxLength: 100, size: "max" }),
  )
  .map(([text, all]) => all.map((each) => mutated(text, each)));
