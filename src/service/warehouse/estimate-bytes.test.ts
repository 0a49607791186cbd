// Estimates of the bytes that a statement would read, from recorded or documented plans of engines.
import { expect, test } from "vitest";
import type { StatementRequest } from "./active-warehouse.ts";
import { estimateBytes } from "./estimate-bytes.ts";
import type { WarehouseRow } from "./statement.ts";

const request: StatementRequest = { text: "select a from t", values: [], tag: "test" };

/** An engine that answers each statement with the given rows. */
const engine = (provider: Parameters<typeof estimateBytes>[0]["provider"], rows: readonly WarehouseRow[]) => {
  const texts: string[] = [];
  return {
    texts,
    provider,
    run: async ({ text }: StatementRequest) => {
      texts.push(text);
      return { columns: [], rows, bytes: null, ms: 1, id: "1", cached: false };
    },
  };
};

test("Redshift tells rows and their width for each scan of its plan", async () => {
  const redshift = engine("redshift", [
    { "query plan": "XN Hash Join DS_DIST_OUTER  (cost=2.50..14142223.38 rows=7 width=84)" },
    { "query plan": '  Hash Cond: ("outer".unit = "inner".unit)' },
    { "query plan": "  ->  XN Seq Scan on events  (cost=0.00..7.50 rows=1000 width=27)" },
    { "query plan": "  ->  XN Hash  (cost=2.00..2.00 rows=200 width=10)" },
    { "query plan": "        ->  XN Seq Scan on seen  (cost=0.00..2.00 rows=200 width=10)" },
  ]);
  expect(await estimateBytes(redshift, request)).toBe(29_000);
  expect(redshift.texts).toEqual(["explain select a from t"]);
  expect(await estimateBytes(engine("redshift", [{ "query plan": "XN Result" }]), request)).toBeNull();
});

test("Trino tells the size of columns, and nothing where a table has no statistics", async () => {
  const plan = (size: number | string) =>
    engine("trino", [
      {
        "query plan": JSON.stringify({ inputTableColumnInfos: [{ estimate: { outputSizeInBytes: size } }] }),
      },
    ]);
  expect(await estimateBytes(plan(4096), request)).toBe(4096);
  expect(await estimateBytes(plan("NaN"), request)).toBeNull();
});

test("an engine with a question of its own is asked that, and others are not asked at all", async () => {
  const bigquery = { ...engine("bigquery", []), estimate: async () => 77 };
  expect(await estimateBytes(bigquery, request)).toBe(77);
  const athena = engine("athena", []);
  expect(await estimateBytes(athena, request)).toBeNull();
  expect([...bigquery.texts, ...athena.texts]).toEqual([]);
});
