// Statements have rows while they run: rows are deleted when a statement ends, and kept for the next check if it could not be stopped.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#service/database/database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { defaultLimits } from "#contract/warehouse-connection.ts";
import { runStatement } from "./run-statement.ts";
import { runningStatements } from "./running-statements.ts";
import { WarehouseError, type WarehouseClient } from "./statement.ts";

let database: Database;
let now = Date.UTC(2026, 10, 1);
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** A statement runs until it is cancelled; with `isAway` cancelling fails, too. */
function engine() {
  const seen = { isAway: false, isFinished: false, stopped: [] as string[] };
  const client: WarehouseClient = {
    submit: async () => ({ id: "one" }),
    poll: async () => ({ isFinished: seen.isFinished, bytes: null, isCached: false }),
    page: async () => ({ columns: [], rows: [] }),
    cancel: async (id) => {
      if (seen.isAway) throw new Error("The engine is away.");
      seen.stopped.push(id);
    },
    close: async () => undefined,
  };
  return { seen, client };
}

const processOf = (client: WarehouseClient, owner: string, on: Database = database) => {
  const { noted, stopLeft } = runningStatements({ database: on, now: () => now, owner });
  const own = noted(client, "trino");
  const active = {
    provider: "trino" as const,
    limits: defaultLimits,
    run: () => Promise.reject(new Error()),
  };
  return {
    run: (signal?: AbortSignal, submitted?: () => Promise<void>) =>
      runStatement(
        own,
        { text: "select 1", values: [], tag: "test", deadline: Date.now() + 60_000 },
        { signal, submitted },
      ),
    look: () => stopLeft(async () => ({ ...active, cancel: (id) => own.cancel(id) })),
  };
};
const stored = async () => (await database.query("select engine_id from warehouse_statement")).length;

test("a statement is stored before it is polled, and gone when its last row was read", async () => {
  const { seen, client } = engine();
  seen.isFinished = true;
  let before = 0;
  await processOf(client, "here").run(undefined, async () => void (before = await stored()));
  expect(before).toBe(1);
  expect(await stored()).toBe(0);
  expect(seen.stopped).toEqual([]);
});

test("one that the engine did not stop is stopped at a later look, once it answers again", async () => {
  const { seen, client } = engine();
  const here = processOf(client, "here");
  const leave = new AbortController();
  seen.isAway = true;
  await expect(here.run(leave.signal, async () => leave.abort())).rejects.toThrow("cancelled");
  await here.look();
  expect(await stored()).toBe(1);
  seen.isAway = false;
  await here.look();
  expect(seen.stopped).toEqual(["one"]);
  expect(await stored()).toBe(0);
});

test("one of a process that lives goes on, one of a process that was silent for long is stopped", async () => {
  const { seen, client } = engine();
  const [here, other] = [processOf(client, "here"), processOf(client, "other")];
  const leave = new AbortController();
  const ended = here.run(leave.signal).catch(() => undefined);
  await expect.poll(stored).toBe(1);
  if (database.engine === "postgres") {
    now += 14_000;
    await here.look();
    now += 14_000;
    await other.look();
    expect(seen.stopped).toEqual([]);
    now += 16_000;
  }
  await other.look();
  expect(seen.stopped).toEqual(["one"]);
  leave.abort();
  await ended;
});

test("one whose id was not stored when the process was killed is stopped by its mark", async () => {
  const { client } = engine();
  const running: string[] = [];
  const marked: WarehouseClient = {
    ...client,
    submit: async ({ mark }) => {
      running.push(String(mark));
      return { id: "one" };
    },
    cancelMarked: async (mark) => running.splice(running.indexOf(mark) >>> 0, 1).length > 0,
  };
  // Simulates a crash after the engine has answered: nothing is written any more.
  const killed: Database = {
    ...database,
    query: (text, values) =>
      text.startsWith("update") ? new Promise<never>(() => undefined) : database.query(text, values),
  };
  void processOf(marked, "killed", killed).run();
  await expect.poll(() => running).toHaveLength(1);
  expect(await stored()).toBe(1);
  now += 16_000;
  await processOf(marked, "next").look();
  expect(running).toEqual([]);
  expect(await stored()).toBe(0);
});

test("one that the engine took without an answer reaching us is stopped once the engine can be reached", async () => {
  const { seen, client } = engine();
  const stopped: string[] = [];
  const lost: WarehouseClient = {
    ...client,
    submit: () => Promise.reject(new WarehouseError("socket hang up", "ECONNRESET", { isUnanswered: true })),
    cancelMarked: async (mark) => {
      if (seen.isAway) throw new Error("The engine is away.");
      stopped.push(mark);
      return true;
    },
  };
  seen.isAway = true;
  const here = processOf(lost, "here");
  await expect(here.run()).rejects.toThrow("socket hang up");
  await here.look();
  expect(await stored()).toBe(1);
  seen.isAway = false;
  await here.look();
  expect(stopped).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)]);
  expect(await stored()).toBe(0);
});

test("one that the engine does not list yet is looked for again for a minute", async () => {
  const { client } = engine();
  const asked: string[] = [];
  let isListed = false;
  const slow: WarehouseClient = {
    ...client,
    submit: () => Promise.reject(new WarehouseError("socket hang up", "ECONNRESET", { isUnanswered: true })),
    cancelMarked: async (mark) => {
      asked.push(mark);
      return isListed;
    },
  };
  const here = processOf(slow, "here");
  await expect(here.run()).rejects.toThrow("socket hang up");
  now += 5000;
  await here.look();
  expect(await stored()).toBe(1);
  isListed = true;
  await here.look();
  expect({ asked: asked.length, stored: await stored() }).toEqual({ asked: 3, stored: 0 });
  isListed = false;
  await expect(here.run()).rejects.toThrow("socket hang up");
  now += 60_001;
  await here.look();
  expect({ asked: asked.length, stored: await stored() }).toEqual({ asked: 5, stored: 0 });
});

test("the id that an engine takes from us is stored before it has the statement", async () => {
  const { seen, client } = engine();
  let before = 0;
  const named: WarehouseClient = {
    ...client,
    submit: async (_, __, chosen) => {
      await chosen?.("job one");
      before = await stored();
      throw new WarehouseError("socket hang up", "ECONNRESET", { isUnanswered: true });
    },
  };
  await expect(processOf(named, "here").run()).rejects.toThrow("socket hang up");
  expect(before).toBe(1);
  expect(seen.stopped).toEqual(["job one"]);
  expect(await stored()).toBe(0);
});

test("a statement that the engine refuses leaves nothing to look for", async () => {
  const { client } = engine();
  const refusing: WarehouseClient = {
    ...client,
    submit: () => Promise.reject(new WarehouseError("No such table.", "42P01")),
    cancelMarked: () => Promise.reject(new Error("Nobody needs to ask.")),
  };
  await expect(processOf(refusing, "here").run()).rejects.toThrow("No such table.");
  expect(await stored()).toBe(0);
});

test("the embedded database is not asked again while nothing can be left", async () => {
  if (database.engine === "postgres") return;
  const { seen, client } = engine();
  let asked = 0;
  const counted: Database = {
    ...database,
    query: (text, values) => {
      asked += 1;
      return database.query(text, values);
    },
  };
  const here = processOf(client, "here", counted);
  await here.look();
  await here.look();
  expect(asked).toBe(1);
  const leave = new AbortController();
  seen.isAway = true;
  await expect(here.run(leave.signal, async () => leave.abort())).rejects.toThrow("cancelled");
  seen.isAway = false;
  await here.look();
  expect(seen.stopped).toEqual(["one"]);
});
