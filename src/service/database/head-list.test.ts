import fc from "fast-check";
import { expect, test } from "vitest";
import { headList, type Head, type HeadFilter } from "./head-list.ts";

const head = (
  id: string,
  { status = "On", tags = [], ...more }: Partial<Head> & { status?: string; tags?: string[] } = {},
): Head => ({
  id,
  name: id.toUpperCase(),
  description: "",
  isArchived: status === "Archived",
  sorts: { size: null },
  ...more,
  values: { status: [status], tags },
});

const listOf = (...heads: Head[]) => {
  const list = headList(["status", "tags"]);
  list.update(new Map(heads.map((one) => [one.id, one])));
  return list;
};

const some = listOf(
  head("b_first", { tags: ["core", "web"], sorts: { size: 2 } }),
  head("a_second", { tags: ["core"], description: "Half price, 50% off" }),
  head("gone", { status: "Archived", tags: ["web"] }),
  head("off", { status: "Off", name: "Ärger", sorts: { size: 1 } }),
);

test.each<[string, HeadFilter, string[]]>([
  ["all but the archived, by name whatever the accents", {}, ["a_second", "off", "b_first"]],
  ["archived ones too", { includeArchived: true }, ["a_second", "off", "b_first", "gone"]],
  ["archived ones by their status", { some: { status: ["Archived"] } }, ["gone"]],
  ["by one of several values", { some: { status: ["Off", "Archived"] } }, ["off", "gone"]],
  ["by every one of several values", { every: { tags: ["core", "web"] } }, ["b_first"]],
  ["by nothing where no value is chosen", { some: { status: [] } }, ["a_second", "off", "b_first"]],
  ["by a part of the name in any case", { named: " ärG " }, ["off"]],
  ["by a part of the id", { named: "_s" }, ["a_second"]],
  ["never across name and id", { named: "gone gone" }, []],
  ["by the description where that is searched", { search: "50%" }, ["a_second"]],
  ["by the name alone where it is not", { named: "50%" }, []],
  ["by a number, absent ones last", { sort: "size" }, ["off", "b_first", "a_second"]],
  [
    "by a number, absent ones last backwards too",
    { sort: "size", order: "descending" },
    ["b_first", "off", "a_second"],
  ],
  ["by name backwards", { order: "descending" }, ["b_first", "off", "a_second"]],
])("finds %s", (_, filter, ids) => {
  expect(some.find(filter).ids).toEqual(ids);
});

const countsOf = (filter: HeadFilter) =>
  Object.fromEntries(
    some
      .find(filter)
      .counts.map(({ field, values }) => [
        field,
        Object.fromEntries(values.map(({ value, count }) => [value, count])),
      ]),
  );

test("counts what a further value would find, of every value that there is", () => {
  const status = { Archived: 1, Off: 1, On: 2 };
  expect(countsOf({})).toEqual({ status, tags: { core: 2, web: 1 } });
  expect(countsOf({ some: { status: ["Off"] } })).toEqual({ status, tags: { core: 0, web: 0 } });
  expect(countsOf({ every: { tags: ["web"] } })).toEqual({
    status: { Archived: 1, Off: 0, On: 1 },
    tags: { core: 1, web: 1 },
  });
  expect(countsOf({ named: "first" })).toEqual({
    status: { Archived: 0, Off: 0, On: 1 },
    tags: { core: 1, web: 1 },
  });
  expect(some.totals()).toEqual({ inUse: 3, archived: 1 });
});

test("numbers in names count by their value", () => {
  const list = listOf(...["Gate 10", "gate 9", "Gate 010b", "Gate 100"].map((name) => head(name, { name })));
  expect(list.find({}).ids).toEqual(["gate 9", "Gate 10", "Gate 010b", "Gate 100"]);
});

test("tells once which heads are others by now", () => {
  const list = listOf(head("soon", { until: 10 }), head("later", { until: 20 }), head("never"));
  expect([list.outdated(9), list.outdated(10), list.outdated(10), list.outdated(25)]).toEqual([
    [],
    ["soon"],
    [],
    ["soon", "later"],
  ]);
});

const anyHead = fc
  .record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    name: fc.string({ unit: "grapheme", maxLength: 4 }),
    status: fc.constantFrom("On", "Off", "Archived"),
    tags: fc.uniqueArray(fc.constantFrom("x", "y"), { maxLength: 2 }),
    size: fc.option(fc.integer({ min: 0, max: 3 })),
  })
  .map(({ id, name, status, tags, size }) => ({
    id,
    next: head(id, { name, status, tags, sorts: { size } }),
  }));
const anyChange = fc.oneof(
  anyHead,
  fc.constantFrom("a", "b", "c").map((id) => ({ id, next: undefined })),
);

test("a list that is kept in step finds what a fresh one finds", () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
      const kept = headList(["status", "tags"]);
      const filters: HeadFilter[] = [
        {},
        // Matches as much as no filter, but by testing every head.
        { every: { tags: [] }, search: " " },
        { sort: "size", order: "descending" },
        { every: { tags: ["x"] } },
      ];
      const now = new Map<string, Head>();
      for (const { id, next } of changes) {
        for (const filter of filters) kept.find(filter);
        kept.update(new Map([[id, next]]));
        if (next) now.set(id, next);
        else now.delete(id);
      }
      const fresh = listOf(...now.values());
      expect(filters.map(kept.find)).toEqual(filters.map(fresh.find));
      expect(kept.totals()).toEqual(fresh.totals());
    }),
  );
});
