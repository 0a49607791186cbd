// Collects the changes of a writer transaction that are not stored yet.
//
// Writing an entity runs no statement but records a change here. Recorded changes are stored together, by a few statements, when the
// transaction ends, or before a query that might depend on them. Reads by key see recorded changes at once.
//
// Several pieces of work share one transaction, one after another (writer-groups.ts). Failed work is dropped as long as nothing of it has
// reached the database: its own changes are discarded, those of earlier work stay.
import type { ReadThroughCache, Reader, CachedValue, Statements, Transaction } from "./database.ts";
import type { WriterCache } from "./value-cache.ts";
import { storeChanges, type Change } from "./store-changes.ts";

export function pendingChanges(statements: Statements, shared: WriterCache | undefined) {
  /** Recorded changes of work that has ended, and of the running work. */
  let [earlier, own]: [Change[], Change[]] = [[], []];
  /** Values that this transaction wrote, or read while there is no shared cache; undefined where a key has no value. */
  const known = new Map<string, CachedValue<unknown> | undefined>();
  /** Keys that this transaction has changed: the database and the shared cache still have the former values. */
  const changed = new Set<string>();
  /** The keys that the running work has changed. */
  const ownKeys = new Set<string>();
  /** True once the running work has reached the database, or a statement has failed: then only a rollback can undo it. */
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

  /** Stores all recorded changes. Calls queue, so that no query overtakes the changes. */
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

  /** Reads keys that this transaction has not changed, so no recorded change has to be stored first. */
  const unchanged: Reader = {
    engine: statements.engine,
    query: (sql, values) => attempt(() => statements.query(sql, values)),
  };

  const cache: ReadThroughCache = {
    read: async <T>(
      key: string,
      load: (reader: Reader) => Promise<CachedValue<T> | undefined>,
    ): Promise<T | undefined> => {
      // Each key is only ever read as one type.
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
    cache,
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
    ...(statements.wholeVersions && { wholeVersions: statements.wholeVersions }),
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
    /** Begins the next piece of work, after the former one has succeeded or was dropped. */
    begin: () => {
      earlier.push(...own);
      own = [];
      ownKeys.clear();
      isInDatabase = false;
    },
    /** Discards the changes of the running work; returns false where that is impossible. */
    drop: (): boolean => {
      if (isInDatabase) return false;
      own = [];
      for (const key of ownKeys) known.delete(key);
      return true;
    },
    /** Passes the changes to the shared cache once the transaction has ended; after a failure, the stored values may be unknown. */
    updateCache: (isCommitted: boolean) => {
      const values = [...changed].map((key) => [key, isCommitted ? known.get(key) : undefined] as const);
      shared?.end(new Map(values), isCommitted);
    },
  };
}
