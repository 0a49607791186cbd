// The changes of a writer transaction that are not stored yet.
//
// A write of an entity runs no statement: it is recorded here. All that is recorded is stored at once, by a few statements, when the
// transaction ends, or before a query that might ask for it. Reads by key see recorded changes at once.
//
// Several works share one transaction (writer-groups.ts), one after another. A work that fails is dropped, as long as the database has
// seen nothing of it: its changes are forgotten, those of the works before it stay.
import type { Memory, Reader, Remembered, Statements, Transaction } from "./database.ts";
import type { WriterMemory } from "./memory.ts";
import { storeChanges, type Change } from "./store-changes.ts";

export function pendingChanges(statements: Statements, shared: WriterMemory | undefined) {
  /** Changes that are not stored yet: of works that have ended, and of the work that runs. */
  let [earlier, own]: [Change[], Change[]] = [[], []];
  /** Values that this transaction wrote, and those that it read where there is no shared memory; undefined where a key has none. */
  const known = new Map<string, Remembered<unknown> | undefined>();
  /** Keys that this transaction has changed: their values in the database, and in the shared memory, are other ones. */
  const changed = new Set<string>();
  /** Those of the work that runs. */
  const ownKeys = new Set<string>();
  /** The database has seen something of the work that runs, or a statement failed: only a rollback undoes it. */
  let isInDatabase = false;
  let storing = Promise.resolve();

  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      isInDatabase = true;
      throw error;
    }
  };

  /** Stores all that is recorded. Calls queue: nobody's query overtakes the changes. */
  const store = () =>
    (storing = storing.then(async () => {
      if (own.length) isInDatabase = true;
      const changes = [...earlier, ...own];
      [earlier, own] = [[], []];
      if (changes.length) await attempt(() => storeChanges(statements, changes));
    }));

  const note = (key: string) => {
    changed.add(key);
    ownKeys.add(key);
  };

  /** For keys that this transaction has not changed: nothing that is recorded has to do with them. */
  const unchanged: Reader = {
    engine: statements.engine,
    query: (sql, values) => attempt(() => statements.query(sql, values)),
  };

  const memory: Memory = {
    read: async <T>(
      key: string,
      load: (reader: Reader) => Promise<Remembered<T> | undefined>,
    ): Promise<T | undefined> => {
      // A key is only ever read as one type.
      if (known.has(key)) return known.get(key)?.value as T | undefined;
      const isChanged = changed.has(key);
      if (shared && !isChanged) return shared.read(key, () => load(unchanged));
      const value = await load(isChanged ? transaction : unchanged);
      if (!known.has(key)) known.set(key, value);
      return value?.value;
    },
  };

  const transaction: Transaction = {
    engine: statements.engine,
    memory,
    query: async (sql, values) => {
      await store();
      if (!/^\s*select\b/i.test(sql)) isInDatabase = true;
      return attempt(() => statements.query(sql, values));
    },
    load: async (table, columns, rows) => {
      await store();
      isInDatabase = true;
      return statements.load(table, columns, rows);
    },
    ...(statements.kept && { kept: statements.kept }),
    record: (change) => void own.push(change),
    remember: (key, value) => {
      note(key);
      known.set(key, value);
    },
    changed: (keys) => {
      for (const key of keys) {
        note(key);
        known.delete(key);
      }
    },
  };

  return {
    transaction,
    store,
    /** A work begins; the one before it has succeeded or was dropped. */
    begin: () => {
      earlier.push(...own);
      own = [];
      ownKeys.clear();
      isInDatabase = false;
    },
    /** Forgets what the work that runs has changed; answers whether that was possible. */
    drop: (): boolean => {
      if (isInDatabase) return false;
      own = [];
      for (const key of ownKeys) known.delete(key);
      return true;
    },
    /** Tells the shared memory what changed, once the transaction has ended; where it failed, what is stored may not be known. */
    tellMemory: (isCommitted: boolean) => {
      const values = [...changed].map((key) => [key, isCommitted ? known.get(key) : undefined] as const);
      shared?.end(new Map(values), isCommitted);
    },
  };
}
