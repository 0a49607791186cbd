// How long questions to the event log take as it grows, beside the same question in plain SQL on the same file: the order in storage is
// that of overlapping imports, with late events among them. Prints tables; asserts what is held, in processor time.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EventExportQuery } from "#contract/event-query.ts";
import type { Database } from "#service/database/database.ts";
import { countPart } from "#service/database/event-counter.ts";
import { eventHours } from "#service/database/event-hours.ts";
import { readEventPage } from "#service/database/event-pages.ts";
import { openDatabase } from "#service/database/open-database.ts";
import { readCatalogue } from "#service/events/event-catalogue.ts";
import { eventExports } from "#service/events/event-export.ts";

/** BENCH_EVENTS adds a larger log: ten million take minutes to make and to count. */
const sizes = [1_000_000, ...(process.env["BENCH_EVENTS"] ? [Number(process.env["BENCH_EVENTS"])] : [])];
const day = 86_400_000;
const span = 30 * day;
const start = Date.UTC(2026, 9, 1);
/** Imports that each cover the whole time. */
const imports = 5;
const rowsAtOnce = 1_000_000;

const pick = (salt: number, values: readonly string[]) =>
  `[${values.map((value) => `'${value}'`).join(", ")}][1 + dice(i + ${salt}, ${values.length})]`;

const metadata = `'{"country":"' || ${pick(1, ["SE", "DE", "US", "FR"])} || '","plan":"' || ${pick(2, ["free", "paid"])} ||
  '","version":"' || dice(i + 3, 50) || '.0","page":"/products/' || dice(i + 4, 5000) || '","referrer":"' || ${pick(5, ["mail", "ads"])} ||
  '","device":"' || ${pick(6, ["phone", "desktop"])} || '","session":"s' || dice(i + 7, 1000000) || '","duration":' || dice(i + 8, 100000) ||
  ',"price":"' || dice(i + 9, 10000) || '","variant":"' || ${pick(10, ["a", "b"])} || '","currency":"' || ${pick(11, ["EUR", "SEK"])} ||
  '","items":' || dice(i + 12, 9) || '}'`;

async function fill(database: Database, size: number) {
  await database.transaction(
    async (transaction) => {
      await transaction.query(
        "create temp macro dice(value, sides) as cast(hash(value) % cast(sides as ubigint) as bigint)",
      );
      for (let from = 0; from < size; from += rowsAtOnce)
        await transaction.query(
          `insert into event (name, time, unit_id, value, value_number, source, metadata, seq)
           select case when dice(i + 20, 100) < 55 then 'view' when dice(i + 20, 100) < 95 then 'search' else 'order' end,
             ${start} + case when dice(i, 100) = 0 then dice(i + 21, ${span}) else ((i % ${size / imports}) * ${imports} * ${span}) / ${size} end,
             'user_' || dice(i + 22, ${size / 50}), '', null, 'web', ${metadata}, i + 1
           from range(${from}, ${from + rowsAtOnce}) as rows (i)`,
        );
      await transaction.query(
        "insert into log_addition (kind, name, logged) select 'event', name, count(*) from event group by name",
      );
    },
    { isLong: true },
  );
}

type Ask = () => Promise<unknown>;

/** Medians of five turns: processor ms of the question, and of plain SQL in turns with it. */
async function inTurns(ask: Ask, plain: Ask) {
  const used = [ask, plain].map((): number[] => []);
  for (let turn = 0; turn < 5; turn += 1)
    for (const [place, run] of [ask, plain].entries()) {
      const before = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(before);
      used[place]?.push((user + system) / 1000);
    }
  const [asked = 0, inSql = 0] = used.map((times) => times.toSorted((a, b) => a - b)[2] ?? 0);
  return { "processor ms": Math.round(asked), "plain SQL": Math.round(inSql) };
}

/** Processor seconds of an export of the whole log to NDJSON, and of the engine's own. */
async function exporting(database: Database, dataDir: string) {
  const seconds = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const begin = eventExports(database, { dataDir, warn: console.error });
  let bytes = 0;
  const own = await seconds(async () => {
    const file = await begin(EventExportQuery.parse({}), start + span, new AbortController().signal);
    for await (const chunk of file.chunks) bytes += Buffer.byteLength(chunk);
  });
  const plain = await seconds(() =>
    database.query(`copy (select ${wide} from event) to '${join(dataDir, "plain.json")}' (format json)`),
  );
  return { own, plain, bytes };
}

const wide = "name, time, unit_id, value, source, ids, metadata";

test.each(sizes)("questions to %d events", { timeout: 1_800_000 }, async (size) => {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-events-"));
  const database = await openDatabase({ dataDir });
  try {
    await fill(database, size);
    const before = process.cpuUsage();
    while (await database.transaction(countPart));
    const { user, system } = process.cpuUsage(before);
    const page = (name: string | undefined, number: number) => () =>
      readEventPage(database, wide, name, { limit: 20, page: number });
    const plain = (rest: string) => () => database.query(`select ${wide} from event ${rest}`);
    const order = "order by time desc, seq desc limit 20";
    const middle = size / 40;
    const rows = {
      "newest page": await inTurns(page(undefined, 1), plain(order)),
      "page 1000": await inTurns(page(undefined, 1000), plain(`${order} offset ${999 * 20}`)),
      "page in the middle": await inTurns(
        page(undefined, middle),
        plain(`${order} offset ${(middle - 1) * 20}`),
      ),
      "last page": await inTurns(page(undefined, size / 20), plain(order.replaceAll("desc", "asc"))),
      "one name": await inTurns(page("order", 1), plain(`where name = 'order' ${order}`)),
      "by hour": await inTurns(
        () => database.query(`select hour, sum(logged) as logged from ${eventHours} group by hour`),
        () => database.query("select time / 3600000 as hour, count(*) as logged from event group by 1"),
      ),
      catalogue: await inTurns(
        () => readCatalogue(database, start + span),
        () => database.query("select name, time / 86400000 as day, count(*) from event group by all"),
      ),
    };
    console.table(rows);
    const counting = Math.round(((user + system) / size) * 100) / 100;
    const bytes = Math.round(statSync(join(dataDir, "assay.duckdb")).size / size);
    console.log(
      `${size} events: ${bytes} bytes each on the disk, ${counting} µs of a processor each to count, ` +
        `${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MiB`,
    );
    const exported = await exporting(database, dataDir);
    const rate = Math.round(size / exported.own);
    console.log(
      `export to NDJSON: ${rate} rows a processor second, ${Math.round(exported.bytes / size)} bytes each; ` +
        `the engine's own ${Math.round(size / exported.plain)}`,
    );
    expect.soft(rate, "rows exported a second").toBeGreaterThanOrEqual(200_000);
    for (const [name, { "processor ms": used }] of Object.entries(rows))
      expect.soft(used, name).toBeLessThanOrEqual(100);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
});
