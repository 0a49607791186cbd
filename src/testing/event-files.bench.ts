// Imports a Parquet file of a large event log, and exports it, compared with the engine's plain SQL for the same work:
// processor time of both, in one run. BENCH_EVENTS sets the size of the log.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, expect, test } from "vitest";
import { EventExportQuery } from "#contract/event-query.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { eventExports } from "#service/events/event-export.ts";
import { importLog } from "#service/imports/import-log.ts";
import type { EventsCommand } from "#service/imports/log-command.ts";
import { dice, embeddedLog, logEnd, madeEvents } from "./large-event-log.ts";

const size = Number(process.env["BENCH_EVENTS"] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "assay-event-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Processor seconds of some work. */
async function seconds(work: () => Promise<unknown>) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Runs statements in a separate database file, without our code. */
async function inPlainSql(name: string, statements: readonly string[]) {
  const instance = await DuckDBInstance.create(join(folder, name), { memory_limit: "900MiB" });
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

const fields =
  "country plan version page referrer device session duration price variant currency items".split(" ");

test("import of a Parquet file", { timeout: 1_200_000 }, async () => {
  const file = join(folder, "events.parquet");
  const columns = fields.map((field) => `metadata->>'${field}' as ${field}`);
  await inPlainSql("made.duckdb", [
    "create type jsonb as json",
    "set integer_division = true",
    dice.duckdb,
    `copy (select name, epoch_ms(time) as moment, unit_id as customer, ${columns.join(", ")}
       from (select ${madeEvents(size, "in order")} from range(${size}) as made (i)) as made) to '${file}' (format parquet)`,
  ]);
  const objects = fields.map((field) => `${field} := ${field}`).join(", ");
  const plain = await seconds(() =>
    inPlainSql("plain.duckdb", [
      `create table event (name text not null, time bigint not null, unit_id text not null, value text not null,
         value_number double, source text not null, metadata json, seq bigint not null)`,
      `insert into event select name, epoch_ms(moment), customer, '', null, 'import', to_json(struct_pack(${objects})), file_row_number
       from read_parquet('${file}', file_row_number = true)`,
    ]),
  );
  const command: EventsCommand = {
    kind: "events",
    file,
    dataDir: undefined,
    dryRun: false,
    skipBad: false,
    name: { column: "name" },
    unit: { column: "customer" },
    time: { column: "moment" },
    ids: undefined,
    valueColumn: undefined,
    metadataColumns: fields,
    where: [],
  };
  const database = await openDatabase({ dataDir: join(folder, "imported") });
  const own = await seconds(async () => {
    const outcome = await importLog(database, command, logEnd, { onBytes: () => undefined });
    expect(outcome).toMatchObject({ report: { stored: size, badCount: 0 } });
    await database.close();
  });
  console.table({
    [`${size} rows of ${Math.round(statSync(file).size / size)} bytes`]: {
      "processor s": Number(own.toFixed(1)),
      "plain SQL s": Number(plain.toFixed(1)),
      times: Number((own / plain).toFixed(2)),
    },
  });
  expect(own / plain).toBeLessThanOrEqual(2);
});

test("export to NDJSON", { timeout: 1_200_000 }, async () => {
  const { database, close } = await embeddedLog(size, "out of order");
  const begin = eventExports(database, { dataDir: folder, warn: console.error });
  let bytes = 0;
  const own = await seconds(async () => {
    const file = await begin(EventExportQuery.parse({}), logEnd, new AbortController().signal);
    for await (const chunk of file.chunks) bytes += Buffer.byteLength(chunk);
  });
  const wide = "name, time, unit_id, value, source, ids, metadata";
  const plain = await seconds(() =>
    database.query(`copy (select ${wide} from event) to '${join(folder, "plain.json")}' (format json)`),
  );
  await close();
  console.table({
    [`${size} rows of ${Math.round(bytes / size)} bytes`]: {
      "rows a processor second": Math.round(size / own),
      "the engine's own": Math.round(size / plain),
    },
  });
  expect(size / own).toBeGreaterThanOrEqual(200_000);
});
