// Caches recently read or written values. Where other processes write too, multi-process-cache.ts asks for their changes.
import { LRUCache } from "lru-cache";
import type { Changes, Reader, CachedValue, ChangeKind } from "./database.ts";

/** Characters of JSON. Stored, parsed, answered and encoded again, they take about ten times as many bytes. */
const mostCharacters = 6 * 1024 * 1024;

/** Most changed keys that are kept for `changedSince`. */
const mostChanges = 100_000;

/** The latest changed keys, in order. */
function changeLog() {
  let keys: string[] = [];
  let forgotten = 0;
  return {
    add: (key: string) => {
      keys.push(key);
      if (keys.length <= mostChanges) return;
      const kept = keys.slice(-mostChanges / 2);
      forgotten += keys.length - kept.length;
      keys = kept;
    },
    position: () => forgotten + keys.length,
    /** Drops all keys, so that the changes since any position are unknown. */
    forget: () => {
      forgotten += keys.length + 1;
      keys = [];
    },
    since: (position: number): Changes => ({
      keys: position < forgotten ? undefined : keys.slice(position - forgotten),
      position: forgotten + keys.length,
    }),
  };
}

interface Values {
  /** Returns the stored value of a key, from the cache or else through `load`. */
  read<T>(key: string, load: () => Promise<CachedValue<T> | undefined>): Promise<T | undefined>;
}

/** The cache as a writer transaction sees it. */
export interface WriterCache extends Values {
  /** Ends the transaction with the new values of these keys; a key without a value is read again when it is needed. */
  end(changed: ReadonlyMap<string, CachedValue<unknown> | undefined>, isCommitted: boolean): void;
}

/** Cached values, and the keys that were changed. */
export interface CacheView extends Values {
  changedSince(position: number): Promise<Changes>;
}

export interface SharedCache extends CacheView {
  /** Returns a view for the reads of one request: it has all changes up to now, and does not look for later ones. */
  upToDate(): Promise<CacheView>;
  /** As in `Database`. */
  changeNumber(of: ChangeKind): number | undefined;
  within(statements: Reader): WriterCache;
  /** Invalidates keys whose values were changed outside a transaction. */
  changed(keys: readonly string[]): void;
  /** Invalidates all values. */
  forget(): void;
}

/** The cache of a database that no other process writes to, so that every change is reported here. */
export function singleProcessCache(): SharedCache {
  const cache = valueCache();
  return {
    ...cache,
    upToDate: async () => cache,
    // API keys: the code that changes them invalidates its own copies, so 0 stands for "never changed elsewhere".
    changeNumber: (of) => (of === "entities" ? cache.position() : 0),
    changed: (keys) => {
      for (const key of keys) cache.change(key, undefined);
    },
    within: () => ({
      read: cache.read,
      end: (changed) => {
        for (const [key, value] of changed) cache.change(key, value);
      },
    }),
  };
}

/** Cached values of stored data by key. The code that stores a change must report it here. */
export function valueCache() {
  const values = new LRUCache<string, CachedValue<unknown>>({
    maxSize: mostCharacters,
    // The key counts too, because it may be any name that an app asks for.
    sizeCalculation: ({ size }, key) => size + key.length + 100,
  });
  /** The latest read in progress of each key. It caches its value unless the key is changed meanwhile. */
  const readings = new Map<string, symbol>();
  const log = changeLog();

  return {
    position: log.position,
    changedSince: async (position: number) => log.since(position),
    /** Invalidates all values. */
    forget: () => {
      values.clear();
      readings.clear();
      log.forget();
    },
    read: async <T>(key: string, load: () => Promise<CachedValue<T> | undefined>): Promise<T | undefined> => {
      const found = values.get(key);
      // Each key is only ever read as one type.
      if (found) return found.value as T;
      const reading = Symbol(key);
      readings.set(key, reading);
      try {
        const loaded = await load();
        if (loaded && readings.get(key) === reading) values.set(key, loaded);
        return loaded?.value;
      } finally {
        if (readings.get(key) === reading) readings.delete(key);
      }
    },
    change: (key: string, value: CachedValue<unknown> | undefined) => {
      readings.delete(key);
      log.add(key);
      if (value) values.set(key, value);
      else values.delete(key);
    },
  };
}

/** Reads through the cache of the reader, if it has one. */
export async function readThroughCache<T>(
  reader: Reader,
  key: string,
  load: (reader: Reader) => Promise<CachedValue<T> | undefined>,
) {
  return reader.cache ? reader.cache.read(key, load) : (await load(reader))?.value;
}
