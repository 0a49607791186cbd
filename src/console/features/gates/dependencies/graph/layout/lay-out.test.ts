import fc from "fast-check";
import { expect, test } from "vitest";
import { layOut } from "./lay-out.ts";
import { boxHeight, fitOf, type Arrow, type Plan } from "./plan.ts";

const planOf = (keys: readonly string[], ...arrows: (readonly [string, string])[]) =>
  layOut({ keys, arrows: arrows.map(([from, to]) => ({ from, to })), start: "hub", boxWidth });
const boxWidth = 150;
const many = (name: string, total: number) => Array.from({ length: total }, (_, index) => `${name}${index}`);

const overlaps = ({ boxes }: Plan) =>
  [...boxes].flatMap(([key, one], index) =>
    [...boxes]
      .slice(index + 1)
      .filter(([, other]) => Math.abs(one.y - other.y) < boxHeight && Math.abs(one.x - other.x) < boxWidth)
      .map(([other]) => `${key} ${other}`),
  );
const columnOf = ({ boxes }: Plan, key: string) => boxes.get(key)?.x ?? Number.NaN;

test("a few boxes stand in columns by their distance, those of a column on one line", () => {
  const plan = planOf(
    ["hub", "base", "a", "b", "c"],
    ["base", "hub"],
    ["hub", "a"],
    ["hub", "b"],
    ["b", "c"],
  );
  const columns = ["base", "hub", "a", "b", "c"].map((key) => columnOf(plan, key));
  expect(columns).toEqual([...columns].sort((one, other) => one - other));
  expect(columnOf(plan, "a")).toBe(columnOf(plan, "b"));
  expect(plan.arrows.filter(({ isBack }) => isBack)).toEqual([]);
});

test("three hundred that ask the same stand together in one frame that fills the room, with one arrow to it", () => {
  const all = many("leaf", 300);
  const plan = planOf(["hub", ...all], ...all.map((key) => ["hub", key] as const));
  expect(fitOf(plan)).toBeGreaterThan(0.45);
  expect(plan.frames).toHaveLength(1);
  expect(plan.arrows.map(({ from, to }) => [from, to.length])).toEqual([[["hub"], 300]]);
  expect(overlaps(plan)).toEqual([]);
});

test("what would be a strip of many branches is set side by side", () => {
  const [near, far] = [many("near", 60), many("far", 180)];
  const plan = planOf(
    ["hub", "base", ...near, ...far],
    ["base", "hub"],
    ...near.map((key) => ["hub", key] as const),
    ...far.map((key, index) => [`near${index % 60}`, key] as const),
  );
  expect(fitOf(plan)).toBeGreaterThan(0.3);
  expect(overlaps(plan)).toEqual([]);
  expect(columnOf(plan, "base")).toBeLessThan(columnOf(plan, "hub"));
  for (const { from, to } of plan.arrows)
    expect(columnOf(plan, from[0] ?? "")).toBeLessThan(columnOf(plan, to[0] ?? ""));
});

test("an arrow of a circular dependency leads back", () => {
  const plan = planOf(["hub", "a", "b"], ["hub", "a"], ["a", "b"], ["b", "hub"]);
  expect(plan.arrows.filter(({ isBack }) => isBack)).toHaveLength(1);
});

/** Random graphs in which every box is connected with the start, in either direction of the arrows. */
const anyPicture = fc
  .array(fc.record({ to: fc.nat(), isBefore: fc.boolean(), more: fc.array(fc.nat(), { maxLength: 2 }) }), {
    maxLength: 60,
  })
  .map((others): { keys: string[]; arrows: Arrow[] } => {
    const keys = ["hub", ...others.map((_, index) => `box${index}`)];
    const arrows = others.flatMap(({ to, isBefore, more }, index) => {
      const own = `box${index}`;
      const [near = "hub", ...further] = [to, ...more].map((at) => keys[at % (index + 1)] ?? "hub");
      return [
        isBefore ? { from: own, to: near } : { from: near, to: own },
        ...further.map((from) => ({ from, to: own })),
      ];
    });
    return { keys, arrows };
  });

test("any picture: each box once, none over another, all within, and an arrow for each reference", () => {
  fc.assert(
    fc.property(anyPicture, ({ keys, arrows }) => {
      const plan = layOut({ keys, arrows, start: "hub", boxWidth });
      expect([...plan.boxes.keys()].sort()).toEqual([...keys].sort());
      expect(overlaps(plan)).toEqual([]);
      for (const { x, y } of plan.boxes.values()) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + boxWidth).toBeLessThanOrEqual(plan.width);
        expect(y + boxHeight).toBeLessThanOrEqual(plan.height);
      }
      for (const { x, y } of plan.arrows.flatMap(({ points }) => points)) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(plan.width);
        expect(y).toBeLessThanOrEqual(plan.height);
      }
      for (const { from, to } of arrows)
        expect(plan.arrows.some((one) => one.from.includes(from) && one.to.includes(to))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("a tree: each box beside the middle of those that hang on it, and all of a column on one line", () => {
  const plan = planOf(["hub", "a", "b", "c"], ["hub", "a"], ["a", "b"], ["a", "c"]);
  const [a, b, c] = ["a", "b", "c"].map((key) => plan.boxes.get(key)?.y ?? Number.NaN);
  expect(a).toBe(((b ?? 0) + (c ?? 0)) / 2);
  expect(columnOf(plan, "b")).toBe(columnOf(plan, "c"));
});
