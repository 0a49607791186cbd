// A large log of an invented shop, identical in each run: twelve metadata fields per event, 30 days, about 50 events per unit.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Database } from "#service/database/database.ts";
import { countedShare, countPart } from "#service/database/event-counter.ts";
import { fillColumns } from "#service/database/event-columns.ts";
import { sumHours } from "#service/database/event-hours.ts";
import { sumParts } from "#service/database/event-parts.ts";
import { countValues, sumValues } from "#service/database/event-value-hours.ts";
import { fillRun } from "#service/database/event-runs.ts";
import { openDatabase } from "#service/database/open-database.ts";

const span = 30 * 86_400_000;
const start = Date.UTC(2026, 9, 1);
/** The end of the last day. */
export const logEnd = start + span;
/** Number of imports, which each cover the whole period. */
const imports = 5;
const rowsAtOnce = 500_000;

/**
 * In the order in which apps log events, or as after overlapping imports, with one event in a hundred on another day than
 * its neighbours.
 */
export type StoredOrder = "in order" | "out of order";

/** By default the logs are generated in each run; this names a folder that keeps the embedded ones, and keeps those on a server. */
const keptIn = process.env["BENCH_FOLDER"];
/** The benchmarks of a run share the embedded logs: see bench-logs.ts. */
const sharedIn = keptIn ?? process.env["BENCH_RUN_FOLDER"];

const pick = (salt: number, values: readonly string[]) =>
  `(array[${values.map((value) => `'${value}'`).join(", ")}])[1 + dice(i + ${salt}, ${values.length})]`;

const metadata = `cast('{"country":"' || ${pick(1, ["SE", "DE", "US", "FR"])} || '","plan":"' || ${pick(2, ["free", "paid"])} ||
  '","version":"' || dice(i + 3, 50) || '.0","page":"/products/' || dice(i + 4, 5000) || '","referrer":"' || ${pick(5, ["mail", "ads"])} ||
  '","device":"' || ${pick(6, ["phone", "desktop"])} || '","session":"s' || dice(i + 7, 1000000) || '","duration":' || dice(i + 8, 100000) ||
  ',"price":"' || dice(i + 9, 10000) || '","variant":"' || ${pick(10, ["a", "b"])} || '","currency":"' || ${pick(11, ["EUR", "SEK"])} ||
  '","items":' || dice(i + 12, 9) || '}' as jsonb)`;

export const dice = {
  duckdb:
    "create or replace temp macro dice(value, sides) as cast(hash(value) % cast(sides as ubigint) as bigint)",
  postgres: `create or replace function dice(value bigint, sides bigint) returns bigint language sql immutable
    as 'select (hashint8extended(value, 0) & 4611686018427387903) % sides'`,
};

/** SQL of the columns of events, computed from their number `i`. */
export const madeEvents = (size: number, order: StoredOrder) => {
  const time =
    order === "in order"
      ? `i * ${span} / ${size}`
      : `case when dice(i, 100) = 0 then dice(i + 21, ${span}) else (i % ${size / imports}) * ${imports * span} / ${size} end`;
  return `case when dice(i + 20, 100) < 55 then 'view' when dice(i + 20, 100) < 95 then 'search' else 'order' end as name,
    cast(${start} + ${time} as bigint) as time, 'user_' || dice(i + 22, ${size / 50}) as unit_id, '' as value,
    cast(null as double precision) as value_number, 'web' as source, ${metadata} as metadata, i + 1 as seq`;
};

/** Stores events until there are `size` of them. */
async function fill(database: Database, size: number, order: StoredOrder) {
  for (let from = 0; from < size; from += rowsAtOnce)
    await database.transaction(
      async (transaction) => {
        await transaction.query(dice[database.engine]);
        await transaction.query(
          `insert into event (name, time, unit_id, value, value_number, source, metadata, seq)
           select ${madeEvents(size, order)} from generate_series(cast(${from} as bigint), ${Math.min(size, from + rowsAtOnce) - 1}) as made (i)`,
        );
        await transaction.query(
          `insert into log_addition (kind, name, logged) select 'event', name, count(*) from event where seq > ${from} group by name`,
        );
      },
      { isLong: true },
    );
}

/** Counts the events and fills their columns, as the service does in the background. */
async function count(database: Database) {
  while (await database.transaction(countPart, { isLong: true }));
  await database.transaction(async (transaction) => {
    await sumHours(transaction);
    await sumParts(transaction);
  });
  if (database.engine === "duckdb") while (await fillRun(database));
  while (await database.transaction((transaction) => fillColumns(transaction, 20_000), { isLong: true }));
  if (database.engine === "postgres") {
    while (await database.transaction((transaction) => countValues(transaction, 20_000), { isLong: true }));
    await sumValues(database);
    // The server would do so by itself before long.
    for (const table of ["event", "event_column", "event_value_hour"])
      await database.transaction((transaction) => transaction.query(`analyze ${table}`), { isLong: true });
  }
}

export interface LargeLog {
  database: Database;
  /** Absent for a database server. */
  folder?: string;
  close: () => Promise<void>;
}

async function whole(database: Database, size: number, order: StoredOrder) {
  const [row] = await database.query<{ last: number | null }>("select max(seq) as last from event");
  if (row?.last !== size) await fill(database, size, order);
  if ((await countedShare(database)) < 1) await count(database);
  return database;
}

export async function embeddedLog(size: number, order: StoredOrder): Promise<LargeLog> {
  if (sharedIn) mkdirSync(sharedIn, { recursive: true });
  const folder = sharedIn
    ? join(sharedIn, `${order.replaceAll(" ", "-")}-${size}`)
    : mkdtempSync(join(tmpdir(), "assay-events-"));
  if (keptIn && existsSync(folder)) console.log(`The log is that of ${folder}.`);
  const database = await whole(await openDatabase({ dataDir: folder }), size, order);
  return {
    database,
    folder,
    close: async () => {
      await database.close();
      if (!sharedIn) rmSync(folder, { recursive: true });
    },
  };
}

/** Creates the log in its own database on a server. */
export async function serverLog(url: string, size: number, order: StoredOrder): Promise<LargeLog> {
  const name = `assay_events_${size}`;
  const onServer = async (statement: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rowCount ?? 0;
    } finally {
      await client.end();
    }
  };
  if ((await onServer(`select 1 from pg_database where datname = '${name}'`)) === 0)
    await onServer(`create database ${name}`);
  const own = new URL(url);
  own.pathname = name;
  const database = await whole(await openDatabase({ url: own.href }), size, order);
  return {
    database,
    close: async () => {
      await database.close();
      if (!keptIn) await onServer(`drop database ${name} with (force)`);
    },
  };
}
