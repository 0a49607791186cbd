import fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { isJsonObject, type Json, parseJson5, sameJson } from "#contract/json5.ts";
import { applyValue, changeText, move, remove, setValue } from "./edit-text.ts";
import { nodeAt, type Path } from "./places.ts";
import { commentedText, type RandomText } from "./random-texts.test-support.ts";
import { isTrivia, sliceOf, tokensFrom } from "./tokens.ts";
import { treeOf } from "./tree.ts";

const shipping = `{
  // Legal asks for the carrier's full name.
  carrier: "PostNord",
  options: [
    { id: "express",  price: 5.9, days: 1 },
    { id: "standard", price: 0,   days: 4 }, // as agreed
  ],
  freeFrom: 49,
  cutOffHour: 15, // warehouse time
}
`;

const lines = (text: string) => text.split("\n");

/** The changed lines, as in a diff; the rest of the text must be unchanged. */
function changed(before: string, after: string): string[] {
  const [old, now] = [lines(before), lines(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
  ];
}

describe("only the lines that an edit is about change", () => {
  test.each<[string, (text: string) => string, string[]]>([
    [
      "a number",
      (text) => setValue(text, ["options", "0", "price"], 6.5),
      ['-     { id: "express",  price: 5.9, days: 1 },', '+     { id: "express",  price: 6.5, days: 1 },'],
    ],
    [
      "a text",
      (text) => setValue(text, ["carrier"], 'a "b"'),
      ['-   carrier: "PostNord",', '+   carrier: "a \\"b\\"",'],
    ],
    ["a new property", (text) => setValue(text, ["pickupPoints"], true), ["+   pickupPoints: true,"]],
    [
      "a new property of one line",
      (text) => setValue(text, ["options", "1", "express"], false),
      [
        '-     { id: "standard", price: 0,   days: 4 }, // as agreed',
        '+     { id: "standard", price: 0,   days: 4, express: false }, // as agreed',
      ],
    ],
    [
      "a new item",
      (text) => setValue(text, ["options", "2"], { id: "night", price: 9, days: 1 }),
      ['+     { id: "night", price: 9, days: 1 },'],
    ],
    ["a removed property", (text) => remove(text, ["freeFrom"]), ["-   freeFrom: 49,"]],
    [
      "a removed property with a comment",
      (text) => remove(text, ["cutOffHour"]),
      ["-   cutOffHour: 15, // warehouse time", "+   // warehouse time"],
    ],
    [
      "a removed item with a comment",
      (text) => remove(text, ["options", "1"]),
      ['-     { id: "standard", price: 0,   days: 4 }, // as agreed', "+     // as agreed"],
    ],
    [
      "a moved item",
      (text) => move(text, ["options"], 1, 0),
      [
        '-     { id: "express",  price: 5.9, days: 1 },',
        '-     { id: "standard", price: 0,   days: 4 }, // as agreed',
        '+     { id: "standard", price: 0,   days: 4 }, // as agreed',
        '+     { id: "express",  price: 5.9, days: 1 },',
      ],
    ],
    [
      "a value of another kind",
      (text) => setValue(text, ["options"], null),
      [
        "-   options: [",
        '-     { id: "express",  price: 5.9, days: 1 },',
        '-     { id: "standard", price: 0,   days: 4 }, // as agreed',
        "-   ],",
        "+   options: // as agreed",
        "+   null,",
      ],
    ],
    [
      "nested properties that are missing",
      (text) => setValue(text, ["cta", "label"], "Buy"),
      ['+   cta: { label: "Buy" },'],
    ],
    ["nothing, where a path leads nowhere", (text) => remove(text, ["options", "7", "x"]), []],
  ])("%s", (_, edit, expected) => expect(changed(shipping, edit(shipping))).toEqual(expected));

  test("a whole value is reached by the same edits", () => {
    const value = {
      carrier: "PostNord",
      options: [
        { id: "standard", price: 0, days: 4 },
        { id: "express", price: 5.9, days: 1 },
      ],
      freeFrom: 59,
      cutOffHour: 15,
    };
    const after = setValue(move(shipping, ["options"], 1, 0), ["freeFrom"], 59);
    expect(applyValue(shipping, value)).toBe(after);
  });
});

describe("an edit is written as the text is", () => {
  test.each<[string, string, Json, string]>([
    ["one line", "{ a: 1 }", { a: 1, b: [] }, "{ a: 1, b: [] }"],
    ["a tight list", "[1,2]", [1, 2, 3], "[1,2,3]"],
    ["a list in lines of several", "[\n  1, 2,\n  3\n]", [1, 2, 4], "[\n  1, 2,\n  4\n]"],
    ["JSON", '{\n    "a": 1\n}', { a: 1, b: "x" }, '{\n    "a": 1,\n    "b": "x"\n}'],
    ["quotes", "{ a: 'x' }", { a: "it's" }, "{ a: 'it\\'s' }"],
    ["tabs and Windows lines", "{\r\n\ta: 1,\r\n}", { a: 1, b: {} }, "{\r\n\ta: 1,\r\n\tb: {},\r\n}"],
    ["a comment behind the last", "{\n  a: 1 // one\n}", { a: 1, b: 2 }, "{\n  a: 1, // one\n  b: 2\n}"],
    ["a removed last", "{ a: 1, b: 2 }", { a: 1 }, "{ a: 1 }"],
    ["a removed first", "{ a: 1, b: 2 }", { b: 2 }, "{ b: 2 }"],
    ["all removed", "{\n  a: 1,\n}", {}, "{}"],
    ["all removed but comments", "{\n  a: 1, // one\n}", {}, "{\n  // one\n}"],
    ["an empty object", "{}", { a: { b: 1 } }, "{\n  a: { b: 1 },\n}"],
    ["an empty object with a comment", "{ /* none */ }", { a: 1 }, "{ /* none */\n  a: 1,\n}"],
    ["comments alone", "// none", [1], "// none\n[\n  1,\n]"],
    ["nothing", "", { a: 1 }, "{\n  a: 1,\n}"],
    ["a name given twice", "{ a: 1, a: 2, b: 3 }", { a: 4, b: 3 }, "{ a: 1, a: 4, b: 3 }"],
    ["a removed name given twice", "{ a: 1, a: 2, b: 3 }", { b: 3 }, "{ b: 3 }"],
    ["odd names", "{}", { "a-b": 1, __proto__x: 2 }, '{\n  "a-b": 1,\n  __proto__x: 2,\n}'],
    ["a value that is there already", "{ a: 0x10, }", { a: 16 }, "{ a: 0x10, }"],
    ["NaN", "{ a: NaN, b: 1 }", { a: null, b: 1 }, "{ a: null, b: 1 }"],
    [
      "long values",
      "{\n  a: 1,\n}",
      { a: 1, b: ["x".repeat(40), "y".repeat(40)] },
      `{\n  a: 1,\n  b: [\n    "${"x".repeat(40)}",\n    "${"y".repeat(40)}",\n  ],\n}`,
    ],
  ])("%s", (_, text, value, expected) => expect(applyValue(text, value)).toBe(expected));

  test.each(["{ oops", "/* open", "[1,,]"])("a text that does not parse stays: %s", (text) => {
    expect(applyValue(text, { a: 1 })).toBe(text);
    expect(changeText(text, [{ path: ["a"], value: 1 }, { path: ["b"] }])).toBe(text);
  });

  test("changes are made one after the other; one without a value removes", () => {
    expect(
      changeText("{ a: 1, /* b */ b: 2 }", [
        { path: ["a"], value: 3 },
        { path: ["b"] },
        { path: ["c", "d"], value: [] },
      ]),
    ).toBe("{ a: 3, /* b */ c: { d: [] } }");
  });
});

beforeEach(() => void vi.spyOn(console, "warn").mockReturnValue());

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>(null, true, 0, 1, -2.5, "a", "b\u2028'\"", ""),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "id", "x y", "é", "0", "__proto__"), tie("value"), {
      maxKeys: 4,
    }),
  ),
})).value;

const commentsOf = (text: string) =>
  [...tokensFrom(text)].filter(({ kind }) => kind === "comment").map((token) => sliceOf(text, token));
const sorted = (texts: readonly string[]) => [...texts].sort((left, right) => (left < right ? -1 : 1));

function expectEdited(before: string, after: string, value: Json) {
  const parsed = parseJson5(after);
  if (!parsed.ok || !sameJson(parsed.value, value)) throw new Error(`Other value: ${JSON.stringify(after)}`);
  expect(sorted(commentsOf(after))).toEqual(sorted(commentsOf(before)));
}

/** All paths within a value. */
const pathsIn = (value: Json, path: Path = []): Path[] => [
  path,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))
    : []),
];

const parentOf = (value: Json, path: Path): Json | undefined =>
  path
    .slice(0, -1)
    .reduce<Json | undefined>(
      (whole, name) =>
        Array.isArray(whole) ? whole[Number(name)] : isJsonObject(whole) ? whole[name] : undefined,
      value,
    );

const textWithPath = commentedText.chain((random) =>
  fc.constantFrom(...pathsIn(random.value)).map((path): RandomText & { path: Path } => ({ ...random, path })),
);

const listText = fc.array(commentedText, { maxLength: 4 }).map((items) => ({
  text: `[${items.map(({ text }) => text).join(",")}]`,
  values: items.map(({ value }) => value),
}));

describe("any edit of any commented text keeps every comment and gives the expected value", () => {
  test("another value", () => {
    fc.assert(
      fc.property(commentedText, json, ({ text }, value) =>
        expectEdited(text, applyValue(text, value), value),
      ),
      { numRuns: 1000 },
    );
  });

  test("the same value leaves the text as it is", () => {
    fc.assert(fc.property(commentedText, ({ text, value }) => applyValue(text, value) === text));
  });

  test("from one text's value to another's and back", () => {
    fc.assert(
      fc.property(commentedText, commentedText, ({ text, value }, other) => {
        const there = applyValue(text, other.value);
        expectEdited(text, there, other.value);
        expectEdited(text, applyValue(there, value), value);
      }),
      { numRuns: 1000 },
    );
  });

  test("one value: the tokens outside it stay", () => {
    fc.assert(
      fc.property(textWithPath, json, ({ text, path }, value) => {
        const node = nodeAt(treeOf(text), path);
        const after = setValue(text, path, value);
        expect(after.startsWith(text.slice(0, node?.start))).toBe(true);
        expect(after.endsWith(text.slice(node?.end))).toBe(true);
        expect(sorted(commentsOf(after))).toEqual(sorted(commentsOf(text)));
        expect(nodeAt(treeOf(after), path)).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });

  test("a removed value: the other tokens stay", () => {
    fc.assert(
      fc.property(textWithPath, ({ text, value, path }) => {
        fc.pre(path.length > 0);
        const after = remove(text, path);
        const parent = structuredClone(value);
        const holder = parentOf(parent, path);
        const name = path.at(-1) ?? "";
        if (Array.isArray(holder)) holder.splice(Number(name), 1);
        else if (isJsonObject(holder)) Reflect.deleteProperty(holder, name);
        expectEdited(text, after, parent);
      }),
      { numRuns: 1000 },
    );
  });

  test("items that are moved and added", () => {
    fc.assert(
      fc.property(listText, fc.nat(3), fc.nat(3), json, ({ text, values }, from, to, added) => {
        const [item] = values.slice(from);
        const moved = item === undefined ? values : values.toSpliced(from, 1).toSpliced(to, 0, item);
        const after = move(text, [], from, to);
        expectEdited(text, after, moved);
        expectEdited(text, setValue(after, [String(moved.length)], added), [...moved, added]);
      }),
      { numRuns: 1000 },
    );
  });
});

test("tokens that an edit is not about stay in their order", () => {
  const significant = (text: string) =>
    [...tokensFrom(text)]
      .filter((token) => !isTrivia(token))
      .map((token) => sliceOf(text, token))
      .join("");
  expect(significant(setValue(shipping, ["freeFrom"], 50))).toBe(significant(shipping).replace("49", "50"));
});
