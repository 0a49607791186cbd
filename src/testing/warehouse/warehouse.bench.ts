// An experiment of 50 metrics, 21 slices and 3 groups in Trino, with one worker and with two, and in Spark, over events that the engine invents.
// Prints tables; asserts what crosses the wire. Sizes by WAREHOUSE_EVENTS=1000000,10000000; engines by WAREHOUSE_ENGINES=trino:1,trino:2,spark.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { dialects } from "#service/analysis/warehouse/dialects.ts";
import { measureInWarehouse } from "#service/analysis/warehouse/measure-in-warehouse.ts";
import { runStatement } from "#service/warehouse/run-statement.ts";
import { isFound, startEngine, type EngineName } from "./engines.ts";
import { largeAnalysis, makeLargeTables } from "./large-tables.ts";

beforeAll(() => {
  const script = join(dirname(fileURLToPath(import.meta.url)), "fetch-engines.mjs");
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}, 1_500_000);

const sizes = (process.env["WAREHOUSE_EVENTS"] ?? "1000000").split(",").map(Number);
const asked = (process.env["WAREHOUSE_ENGINES"] ?? "trino:1,trino:2,spark").split(",");

test.each(asked)("50 metrics, 21 slices, 3 groups: %s", { timeout: 3_600_000 }, async (named) => {
  const [engineName = "", workers = "2"] = named.split(":");
  const name: EngineName = engineName === "spark" ? "spark" : "trino";
  if (!isFound(name)) return console.log(`${name} is skipped`);
  const engine = await startEngine(name, Number(workers));
  try {
    for (const events of sizes) {
      const began = performance.now();
      const sources = await makeLargeTables(engine, events);
      const filled = performance.now();
      const sent = { statements: 0, bytes: 0, rows: 0, wire: 0, text: 0 };
      const { measurements } = await measureInWarehouse(
        async (text, tag) => {
          const deadline = Date.now() + 3_000_000;
          const answer = await runStatement(engine.client, { text, tag, values: [], deadline });
          sent.statements += 1;
          sent.bytes += answer.bytes ?? 0;
          sent.rows += answer.rows.length;
          sent.wire += Buffer.byteLength(JSON.stringify(answer.rows.map((row) => Object.values(row))));
          sent.text += Buffer.byteLength(text);
          return answer.rows;
        },
        dialects[engine.provider],
        sources,
        largeAnalysis,
      );
      console.table([
        {
          engine: named,
          events,
          units: Object.values(measurements.assignment.units).reduce((sum, some) => sum + some, 0),
          "tables s": Number(((filled - began) / 1000).toFixed(1)),
          "measured s": Number(((performance.now() - filled) / 1000).toFixed(1)),
          statements: sent.statements,
          "MB read": Number((sent.bytes / 1e6).toFixed(1)),
          "rows answered": sent.rows,
          "kB answered": Math.round(sent.wire / 1000),
          "kB of SQL": Math.round(sent.text / 1000),
        },
      ]);
      expect(Object.keys(measurements.metrics).length).toBe(50);
      expect(sent.wire).toBeLessThanOrEqual(1_000_000);
    }
  } finally {
    await engine.end();
  }
});
