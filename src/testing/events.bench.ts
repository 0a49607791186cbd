// Duration of queries to a large event log, compared with the same query in plain SQL on the same log, alternately. A single
// line by its name: `npm run bench -- events -t "newest page"`. Ten million events with BENCH_EVENTS=10000000; BENCH_FOLDER
// keeps the logs for the next run; also on PostgreSQL if BENCH_DATABASE_URL names a server on which a database may be created.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logReader } from "./log-reader.ts";
import { embeddedLog, type LargeLog, logEnd, serverLog } from "./large-event-log.ts";

const size = Number(process.env["BENCH_EVENTS"] ?? 1_000_000);
const server = process.env["BENCH_DATABASE_URL"] ?? process.env["TEST_DATABASE_URL"];
const copyFolder = mkdtempSync(join(tmpdir(), "assay-events-"));
const day = 86_400_000;
const begin = logEnd - 30 * day;

const wide = "name, time, unit_id, value, source, ids, metadata";
const newest = "order by time desc, seq desc limit 20";
const plainPage = (condition: string, offset = 0) =>
  `select ${wide} from event where ${condition} ${newest} offset ${offset}`;
const middle = size / 40;
const someCountry = "text_at(metadata, 'country') = 'SE' and text_at(metadata, 'plan') = 'paid'";
const where = new URLSearchParams({ where: "country is SE and plan is paid" }).toString();
const lastDay = `from=${logEnd - day}`;
const hoursOf = (condition: string) =>
  `select time / 14400000, count(*) from event where ${condition} group by 1`;
const valuesOf = (field: string) =>
  `select text_at(metadata, '${field}'), count(*), count(distinct unit_id) from event group by 1 order by 2 desc limit 20`;

interface Line {
  line: string;
  path: string;
  plain: string;
  /** Limit in ms with ten million events. */
  most: number;
  /** Limit in ms on a server; by default four times what the embedded engine takes, or 50 if that is less. */
  mostOnServer?: number;
}

const quick = { most: 50, mostOnServer: 50 };
const lines: Line[] = [
  { line: "newest page", path: "/events?limit=20", plain: plainPage("true"), ...quick },
  { line: "page 1000", path: "/events?limit=20&page=1000", plain: plainPage("true", 19_980), most: 50 },
  {
    line: "page in the middle",
    path: `/events?limit=20&page=${middle}`,
    plain: plainPage("true", (middle - 1) * 20),
    most: 50,
  },
  {
    line: "last page",
    path: `/events?limit=20&page=${size / 20}`,
    plain: plainPage("true").replaceAll("desc", "asc"),
    most: 50,
  },
  {
    line: "page of a name by cursor",
    path: `/events?limit=20&total=false&name=order&cursor=${begin + 15 * day}.0.${size / 40}`,
    plain: plainPage(`name = 'order' and time < ${begin + 15 * day}`),
    most: 50,
  },
  {
    line: "one user",
    path: "/events?limit=20&total=false&userID=user_77",
    plain: plainPage("unit_id = 'user_77'"),
    ...quick,
  },
  {
    line: "one name",
    path: "/events?limit=20&total=false&name=order",
    plain: plainPage("name = 'order'"),
    ...quick,
  },
  { line: "page of one name", path: "/events/order?limit=20", plain: plainPage("name = 'order'"), ...quick },
  { line: "count of all", path: "/event_total", plain: "select count(*) from event", most: 1500 },
  { line: "histogram", path: "/event_counts", plain: hoursOf("true"), most: 250 },
  {
    line: "histogram by name",
    path: "/event_counts?split=name",
    plain: hoursOf("true").replace("group by 1", "group by 1, name"),
    most: 250,
  },
  {
    line: "metadata fields",
    path: `/events?limit=20&total=false&${where}`,
    plain: plainPage(someCountry),
    most: 1000,
  },
  {
    line: "count of metadata fields",
    path: `/event_total?${where}`,
    plain: `select count(*), count(distinct unit_id) from event where ${someCountry}`,
    most: 1000,
  },
  {
    line: "histogram of metadata fields",
    path: `/event_counts?${where}`,
    plain: hoursOf(someCountry),
    most: 1000,
  },
  {
    line: "metadata fields of the last day",
    path: `/events?limit=20&total=false&${lastDay}&${where}`,
    plain: plainPage(`time >= ${logEnd - day} and ${someCountry}`),
    most: 250,
  },
  {
    line: "count of metadata fields of the last day",
    path: `/event_total?${lastDay}&${where}`,
    plain: `select count(*), count(distinct unit_id) from event where time >= ${logEnd - day} and ${someCountry}`,
    most: 250,
  },
  { line: "top values", path: "/event_values?field=page", plain: valuesOf("page"), most: 1500 },
  {
    line: "top values of a number",
    path: "/event_values?field=duration",
    plain: valuesOf("duration"),
    most: 1500,
  },
  {
    line: "units over time",
    path: "/event_counts?measure=units",
    plain: "select time / 43200000, count(distinct unit_id) from event group by 1",
    most: 1500,
  },
  {
    line: "catalogue",
    path: "/event_catalogue",
    plain: "select name, time / 86400000 as day, count(*) from event group by name, time / 86400000",
    most: 100,
  },
];

/** Number of turns for the median; fewer for a query that takes seconds. */
const turns = 5;
/** Turns of plain SQL whose time is only shown. */
const turnsShown = 2;
const longest = 3000;

type Ask = () => Promise<unknown>;

/** Medians in ms: elapsed time, and processor time, which other load of the machine hardly affects. */
async function inTurns(ask: Ask, plain: Ask, turnsOfPlain: number) {
  const measured = [
    { run: ask, most: turns },
    { run: plain, most: turnsOfPlain },
  ].map((one) => ({ ...one, passed: [] as number[], used: [] as number[] }));
  for (let turn = 0; turn < turns; turn += 1)
    for (const { run, most, passed, used } of measured) {
      if (turn >= most || passed.reduce((sum, one) => sum + one, 0) > longest) continue;
      const [before, began] = [process.cpuUsage(), performance.now()];
      await run();
      const { user, system } = process.cpuUsage(before);
      passed.push(performance.now() - began);
      used.push((user + system) / 1000);
    }
  const median = (times: readonly number[]) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const [asked, inSql] = measured.map(({ passed, used }) => ({
    passed: median(passed),
    used: median(used),
    first: passed[0],
  }));
  return { asked, inSql };
}

/** ms per line on the embedded engine, the slower of the two orders. */
const embedded = new Map<string, number>();

describe.each([
  { kind: "in order", open: () => embeddedLog(size, "in order") },
  { kind: "out of order", open: () => embeddedLog(size, "out of order") },
  ...(server ? [{ kind: "PostgreSQL", open: () => serverLog(server, size, "out of order") }] : []),
])("$kind", ({ kind, open }) => {
  const isServer = kind === "PostgreSQL";
  const table: Record<string, Record<string, number>> = {};
  let log: LargeLog;
  let ask: Awaited<ReturnType<typeof logReader>>;

  beforeAll(async () => {
    log = await open();
    ask = await logReader(log.database, isServer ? copyFolder : undefined);
  }, 3_600_000);

  afterAll(async () => {
    if (!log) return;
    console.log(`${size} events, ${kind}, ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MiB`);
    if (log.folder) {
      const bytes = statSync(join(log.folder, "assay.duckdb")).size;
      console.log(`${Math.round(bytes / size)} bytes each on the disk`);
    }
    console.table(table);
    await log.close();
    rmSync(copyFolder, { recursive: true, force: true });
  }, 120_000);

  test.each(lines)("$line", { timeout: 600_000 }, async ({ line, path, plain, most, mostOnServer }) => {
    const isCompared = line.startsWith("histogram") && !isServer;
    const { asked, inSql } = await inTurns(
      () => ask(path),
      () => log.database.transaction((transaction) => transaction.query(plain), { isLong: true }),
      isCompared ? turns : turnsShown,
    );
    const { passed = 0, used = 0, first = 0 } = asked ?? {};
    const told = { ms: passed, first, "processor ms": used, "plain SQL ms": inSql?.passed ?? 0 };
    table[line] = Object.fromEntries(
      Object.entries(told)
        .filter(([name]) => !isServer || name !== "processor ms")
        .map(([name, value]) => [name, Math.round(value)]),
    );
    // On a busy machine the processor time is closer to the elapsed time of an idle one.
    const time = isServer ? passed : Math.min(passed, used);
    const limit = isServer
      ? (mostOnServer ?? Math.max(quick.mostOnServer, 4 * (embedded.get(line) ?? most)))
      : most;
    if (!isServer) embedded.set(line, Math.max(embedded.get(line) ?? 0, time));
    expect.soft(time, "ms").toBeLessThanOrEqual(limit);
    if (isCompared) expect.soft(time, "beside plain SQL").toBeLessThanOrEqual(2 * (inSql?.used ?? 0));
  });
});
