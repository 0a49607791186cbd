// The SQL of statements in every dialect: no constructs that some engine lacks, no source read twice, no text over an engine's limit.
import { expect, test } from "vitest";
import type { MetricInput } from "#service/analysis/plan/metric-inputs.ts";
import { analysis, filtered, inputs } from "#service/analysis/totals/random-log.test-support.ts";
import { withPlaceholders } from "#service/warehouse/placeholders.ts";
import { dialects, duckdb } from "./dialects.ts";
import { measureInWarehouse } from "./measure-in-warehouse.ts";
import type { WarehouseSources } from "./source-tables.ts";

const table = (name: string) => ({
  name,
  sql: `select * from shop.${name}`,
  unitColumn: "user_id",
  timeColumn: "at",
  timeType: "timestamp" as const,
});
const events = {
  ...table("events"),
  eventColumn: "event",
  valueColumn: "value",
  fieldColumns: {},
  fieldsColumn: "data",
};
const views = { ...events, ...table("views"), partitionColumn: { name: "dt", type: "text" as const } };
const sources: WarehouseSources = {
  assignment: {
    ...table("assignments"),
    experimentColumn: "experiment",
    experimentKey: "it's a 'form' \\ of $1",
    groupColumn: "variant",
    groups: { "o'hara": "a" },
    dimensionColumns: { tier: "tier" },
    properties: [
      {
        name: "people",
        sql: "select * from shop.people",
        unitColumn: "user_id",
        time: { column: "since", type: "day" },
        columns: { seat: "chair" },
      },
    ],
    filters: [],
  },
  tableOfEvent: (name) => (name === "view" ? views : events),
};
const tables = ["assignments", "events", "views", "people"];

/** Returns the statements that run for these metrics, with every value frequent. */
async function textsOf(dialect: (typeof dialects)["trino"], some: readonly MetricInput[]) {
  const texts: string[] = [];
  await measureInWarehouse(
    async (text) => {
      texts.push(text);
      return text.includes("as frequent")
        ? [{ event: 0, dimension: 1, slice_value: "it's \\ $2", events: 5, total: 6 }]
        : [];
    },
    dialect,
    sources,
    { ...analysis(99), inputs: some },
  );
  return texts;
}

test.each(Object.entries({ ...dialects, duckdb }))(
  "%s: nothing that another engine lacks",
  async (_, dialect) => {
    const texts = await textsOf(dialect, [...inputs, ...filtered]);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      expect(text).not.toMatch(
        /filter \(where|::|\barray\b|\[1\]|\btemp\b|qualify|covar_pop|regr_|greatest|least|--|\/\*/i,
      );
      if (!dialect.hasValues) expect(text).not.toMatch(/\bvalues \(/);
      // A join condition on anything but equal columns would compare every row with every other row.
      for (const [, on = ""] of text.matchAll(/ join [\s\S]*? on (.*?)(?:\n| left join |$)/g))
        expect(
          on
            .replace(/[a-z]\.\w+ = [a-z]\.\w+/g, "")
            .replaceAll(" and ", "")
            .trim(),
        ).toBe("");
      for (const name of tables) expect(text.split(`from shop.${name})`).length).toBeLessThanOrEqual(2);
      expect(text).toContain("from shop.assignments)");
      // Counting the values of events needs no properties of units.
      if (!text.includes("as frequent")) expect(text).toContain("from shop.people)");
      expect(Buffer.byteLength(text)).toBeLessThan(90_000);
      // No text in the sources is mistaken for a placeholder.
      expect(withPlaceholders(text, [], String).text).toBe(text);
    }
    // Equal statements, so that engines can answer from their caches.
    expect(await textsOf(dialect, [...inputs, ...filtered])).toEqual(texts);
  },
);

test("twice as many metrics of a source are no more statements", async () => {
  const own = inputs.filter(({ id }) => ["count", "sum", "users", "days", "mean"].includes(id));
  const more = Array.from({ length: 18 }, (_, round) =>
    own.map((input) => ({ ...input, id: `${input.id} ${round}` })),
  );
  expect((await textsOf(duckdb, more.flat())).length).toBe((await textsOf(duckdb, own)).length);
  expect((await textsOf(duckdb, own)).length).toBe(2);
});

test("a hundred metrics with filters are at most three statements of at most 90 kB", async () => {
  const many = Array.from({ length: 100 }, (_, index): MetricInput => ({
    ...(filtered[index % filtered.length] ?? { measure: "users", amounts: [] }),
    id: `${index}`,
  }));
  const texts = await textsOf(dialects.databricks, many);
  expect(texts.length).toBeLessThanOrEqual(3);
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(90_000);
});
