import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { readCommand } from "#service/cli/import/command-line.ts";
import { BadRows, importLog } from "./import-log.ts";
import { importProject } from "#service/cli/import/import-project.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-import-"));
const now = Date.UTC(2026, 10, 1, 12);

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  const experiment = {
    name: "Shorter form",
    groups: [
      { id: "long", name: "Long form", size: 50 },
      { id: "short", name: "Short form", size: 50 },
    ],
  };
  const command = readCommand([
    "project",
    write("project.json", JSON.stringify({ experiments: [experiment] })),
  ]);
  if (command.kind === "project") await importProject(database, command, now);
});
afterAll(() => database.close());

function run(...args: string[]) {
  const command = readCommand(args);
  if (command.kind === "project") throw new Error("not a log");
  return importLog(database, command, now, { onBytes: () => {} });
}
const exposures = (file: string, ...more: string[]) =>
  run(
    "exposures",
    file,
    "--experiment",
    "shorter_form",
    "--unit",
    "user",
    "--group",
    "group",
    "--time",
    "at",
    ...more,
  );
const events = (file: string, name: string, ...more: string[]) =>
  run("events", file, "--name", name, "--unit", "user", "--time", "at", ...more);

const stored = (name: string) =>
  database.query(
    "select unit_id, time, value, value_number, metadata from event where name = $1 order by seq",
    [name],
  );
const countOf = async (table: "event" | "exposure") => {
  const [row] = await database.query<{ n: number }>(`select count(*) as n from ${table}`);
  return row?.n;
};

describe("exposures", () => {
  test("take groups by id or name, times in every form, and an empty unit id", async () => {
    const file = write(
      "exposures.csv",
      'user,group,at,country\r\nu1,short,2026-10-01 08:00:00.250,SE\r\nu2,"Long form",1790841600,\r\n,long,2026-10-01T08:00:00+02:00,DK\r\n',
    );
    const outcome = await exposures(file, "--property", "country=country");
    expect(outcome).toEqual({ report: { stored: 3, leftOut: 0, bad: [], badCount: 0 } });
    expect(
      await database.query("select unit_id, group_id, time, properties from exposure order by unit_id"),
    ).toEqual([
      { unit_id: "", group_id: "long", time: Date.UTC(2026, 9, 1, 6), properties: { country: "DK" } },
      {
        unit_id: "u1",
        group_id: "short",
        time: Date.UTC(2026, 9, 1, 8) + 250,
        properties: { country: "SE" },
      },
      { unit_id: "u2", group_id: "long", time: 1_790_841_600_000, properties: {} },
    ]);
  });

  test("of an experiment that is not stored are refused", async () => {
    const file = write("unknown.csv", "user,group,at\nu1,short,0\n");
    await expect(
      run("exposures", file, "--experiment", "other", "--unit", "user", "--group", "group", "--time", "at"),
    ).rejects.toThrow("Experiment 'other' not found");
  });
});

describe("bad rows", () => {
  const file = write(
    "bad.csv",
    'user,group,at\r\nu5,short,2026-10-02\r\nu6,"two\r\nlines",2026-10-02\r\nu7,short,soon\r\nu8,short\r\nu9,long,2026-13-02\r\n',
  );

  test("stop the import before anything is stored, each with its line", async () => {
    const before = await countOf("exposure");
    const failure = await exposures(file).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BadRows);
    expect(failure instanceof BadRows && failure.report.bad).toEqual([
      { line: 3, problem: "Unknown group in group: 'two\r\nlines'" },
      { line: 5, problem: "Not a time in at: 'soon'" },
      { line: 6, problem: "Expected 3 columns, found 2" },
      { line: 7, problem: "Not a time in at: '2026-13-02'" },
    ]);
    expect(await countOf("exposure")).toBe(before);
  });

  test("are left out with --skip-bad", async () => {
    expect(await exposures(file, "--skip-bad")).toMatchObject({ report: { stored: 1, badCount: 4 } });
  });

  test("are those whose text no database can keep", async () => {
    const text = Buffer.concat([
      Buffer.from("user,group,at\nu"),
      Buffer.from([0xe9]),
      Buffer.from(",long,2026-10-01\nu\0,long,2026-10-01\n"),
    ]);
    await expect(exposures(write("bytes.csv", text))).rejects.toMatchObject({
      report: {
        bad: [
          { line: 2, problem: "Not UTF-8 in user" },
          { line: 3, problem: "Must not hold a null character in user" },
        ],
      },
    });
  });

  test("in NDJSON are named by line", async () => {
    const broken = write("bad.ndjson", '{"user":"u1","at":0}\n\n{"user":\n[1]\n');
    const failure = await events(broken, "broken").catch((error: unknown) => error);
    expect(failure instanceof BadRows && failure.report.bad).toEqual([
      { line: 3, problem: "Not valid JSON" },
      { line: 4, problem: "Expected a JSON object" },
    ]);
  });

  test("a file that no row can be read of says so in one line", async () => {
    const doubled = write("doubled.csv", "user,user,at\nu1,u2,0\n");
    await expect(events(doubled, "doubled")).rejects.toThrow("The file has the column 'user' twice.");
    const parquet = write("junk.parquet", "not Parquet");
    // Without the path, which tells where the service keeps its data.
    await expect(events(parquet, "junk")).rejects.toThrow(
      /^The file cannot be read as Parquet \((?!.*junk\.parquet)[^\n]*the file[^\n]*\)\.$/,
    );
  });

  test("a column that the file does not have is named", async () => {
    const wrong = write("wrong.ndjson", '{"unit":"u1","at":0}\n');
    await expect(events(wrong, "wrong")).rejects.toThrow(
      "The file has no column 'user'. Its first row has 'unit', 'at'.",
    );
    expect(await stored("wrong")).toEqual([]);
  });
});

describe("events", () => {
  const lines = [
    { user: "u1", at: 1_790_841_600_123, price: 12.5, kind: "new" },
    { user: "u2", at: "2026-10-01T08:00:01Z", price: "much", kind: null },
  ];
  const ndjson = lines.map((line) => JSON.stringify(line)).join("\n");
  const wanted = [
    { unit_id: "u1", time: 1_790_841_600_123, value: "12.5", value_number: 12.5, metadata: { kind: "new" } },
    { unit_id: "u2", time: Date.UTC(2026, 9, 1, 8, 0, 1), value: "much", value_number: null, metadata: {} },
  ];

  test("come from NDJSON, plain or gzipped", async () => {
    await events(write("sold.ndjson", ndjson), "sold", "--value", "price", "--metadata", "kind");
    await events(
      write("sold.ndjson.gz", gzipSync(ndjson)),
      "sold_gz",
      "--value",
      "price",
      "--metadata",
      "kind",
    );
    expect(await stored("sold")).toEqual(wanted);
    expect(await stored("sold_gz")).toEqual(wanted);
  });

  test("keep further ids by their type", async () => {
    const file = write("ids.csv", "user,device,team,at\nu1,d1,t1,2026-10-01\n,d2,,2026-10-01\n");
    await events(file, "with_ids", "--id", "stableID=device", "--id", "teamID=team");
    expect(
      await database.query("select unit_id, ids from event where name = 'with_ids' order by seq"),
    ).toEqual([
      { unit_id: "u1", ids: { stableID: "d1", teamID: "t1" } },
      { unit_id: "", ids: { stableID: "d2" } },
    ]);
  });

  test("come from Parquet", async () => {
    const path = join(folder, "sold.parquet");
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(
      `copy (select 'u1' as "user", timestamp '2026-10-01 08:00:00.5' as "at", 3 as price) to '${path}' (format parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    await events(path, "sold_parquet", "--value", "price");
    expect(await stored("sold_parquet")).toMatchObject([
      { unit_id: "u1", time: Date.UTC(2026, 9, 1, 8) + 500, value_number: 3 },
    ]);
  });

  test("come alike from a Parquet file as a whole, and row by row", async () => {
    const path = join(folder, "alike.parquet");
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await connection.run(
      `copy (select *, 'x' as same from (values
        ('  u1 ', timestamp '2026-10-01 08:00:00.123999', '1.', 'it''s "quoted" \\\\ 🎉', 1.5, true, 'a' || chr(10) || 'b'),
        (chr(160) || 'u2' || chr(65279), timestamp '1999-12-31 23:59:59', ' +.5e3 ', '', null, null, chr(127) || chr(1)),
        ('', timestamp '2026-10-01 08:00:00', '1e400', null, -0.0, false, '0'),
        (null, timestamp '2026-10-01 08:00:00', null, 'ß', 1e300, false, '</script>'),
        ('u5' || chr(8195), timestamp '2026-10-01 08:00:00', '0x10', 'o''', 0.1, false, '')
      ) as rows ("user", "at", price, "it's", "a ""number""", flag, text)) to '${path}' (format parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    const columns = ["it's", 'a "number"', "flag", "text"].flatMap((column) => ["--metadata", column]);
    const rowsOf = (name: string) =>
      database.query(
        "select unit_id, time, ids, value, value_number, source, metadata from event where name = $1 order by seq",
        [name],
      );
    const both = ["--value", "price", "--id", "textID=text", ...columns];
    await events(path, "as_a_whole", ...both);
    await events(path, "row_by_row", ...both, "--where", "same=x");
    const rows = await rowsOf("row_by_row");
    expect(rows).toHaveLength(5);
    expect(await rowsOf("as_a_whole")).toEqual(rows);
  });

  test("of rows that --where names, with the row as unit and one time for all", async () => {
    const file = write("customers.csv", "visit,spend\n1,0\n0,0\n1,9.9\n");
    const outcome = await run(
      "events",
      file,
      "--name-column",
      "visit",
      "--unit-row",
      "customer-",
      "--time-at",
      "2026-10-03",
      "--where",
      "visit=1",
      "--value",
      "spend",
    );
    expect(outcome).toMatchObject({ report: { stored: 2, leftOut: 1 } });
    expect(await stored("1")).toMatchObject([
      { unit_id: "customer-1", time: Date.UTC(2026, 9, 3), value: "0" },
      { unit_id: "customer-3", value_number: 9.9 },
    ]);
  });

  test("are not stored twice from the same file with the same arguments, equal rows within it are", async () => {
    const file = write("twice.csv", "user,at\nu1,0\nu1,0\n");
    expect(await events(file, "twice")).toMatchObject({ report: { stored: 2 } });
    expect(await events(file, "twice", "--skip-bad")).toEqual({ importedBefore: now });
    expect(await stored("twice")).toHaveLength(2);
    expect(await events(file, "twice_more")).toMatchObject({ report: { stored: 2 } });
  });

  test("are only checked with --dry-run", async () => {
    const file = write("dry.csv", "user,at\nu1,0\n");
    expect(await events(file, "dry", "--dry-run")).toMatchObject({ report: { stored: 1 } });
    expect(await stored("dry")).toEqual([]);
    expect(await events(file, "dry")).toMatchObject({ report: { stored: 1 } });
  });

  test.each(["csv", "ndjson"])(
    "with a line that fits into no memory are refused by its number, %s",
    async (type) => {
      const start =
        type === "csv" ? "user_id,at\nu1,1\n" : '{"user_id":"u1","at":1}\n{"user_id":"u2","at":1}\n';
      const file = write(`long.${type}.gz`, gzipSync(`${start}${"x".repeat(20 * 1024 * 1024)}\n`));
      await expect(events(file, `long ${type}`)).rejects.toThrow("Line 3 is longer than 16 MiB.");
    },
  );

  test("from a damaged archive are refused", async () => {
    const before = await countOf("event");
    const damaged = write("damaged.ndjson.gz", gzipSync(ndjson.repeat(50)).subarray(0, 40));
    await expect(events(damaged, "damaged")).rejects.toThrow(/^The file cannot be unpacked: /);
    expect(await countOf("event")).toBe(before);
  });
});

describe("the command line", () => {
  test.each([
    [[], "Say what to import"],
    [["gates", "x.csv"], "Cannot import 'gates'"],
    [["events", "x.csv", "--unit", "u", "--time", "t"], "--name and --name-column"],
    [
      ["events", "x.csv", "--name", "n", "--unit", "u", "--unit-row", "c", "--time", "t"],
      "--unit and --unit-row",
    ],
    [["events", "x.csv", "--name", "n", "--unit", "u", "--time-at", "soon"], "--time-at is no time"],
    [["exposures", "x.csv", "--experiment", "e", "--unit", "u", "--time", "t"], "--group is missing"],
    [["exposures", "--experiment", "e"], "Give one file"],
    [["events", "x.csv", "--nmae", "n"], "--nmae"],
    [["events", "x.csv", "--name", "n", "--unit", "u", "--time", "t", "--where", "visit"], "--where takes"],
  ])("%j is refused", (args, message) => {
    expect(() => readCommand(args)).toThrow(message);
  });
});
