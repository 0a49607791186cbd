// Keeps what was read or written lately in memory, for a database that no other process writes to.
import { LRUCache } from "lru-cache";
import type { Changes, Reader, Remembered } from "./database.ts";

/** Characters of JSON; as objects they take about four times as many bytes. */
const mostCharacters = 16 * 1024 * 1024;

/** Changed keys that are told to whoever asks later. */
const mostChanges = 100_000;

/** The last changes, in their order. */
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
    since: (position: number): Changes => ({
      keys: position < forgotten ? undefined : keys.slice(position - forgotten),
      position: forgotten + keys.length,
    }),
  };
}

export type SharedMemory = ReturnType<typeof sharedMemory>;

/** Values of stored data by key. Whoever stores a change of a key says so. */
export function sharedMemory() {
  const values = new LRUCache<string, Remembered<unknown>>({
    maxSize: mostCharacters,
    sizeCalculation: ({ size }) => size + 100,
  });
  /** The latest reading of each key that is being read: it stores its value, unless the key is changed meanwhile. */
  const readings = new Map<string, symbol>();
  const log = changeLog();

  return {
    changedSince: log.since,
    read: async <T>(key: string, load: () => Promise<Remembered<T> | undefined>): Promise<T | undefined> => {
      const found = values.get(key);
      // A key is only ever read as one type.
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
    /** A key has this value now; without one it is read again when it is needed. */
    change: (key: string, value: Remembered<unknown> | undefined) => {
      readings.delete(key);
      log.add(key);
      if (value) values.set(key, value);
      else values.delete(key);
    },
  };
}

/** Reads through the memory of the reader, where it has one. */
export async function remembered<T>(
  reader: Reader,
  key: string,
  load: (reader: Reader) => Promise<Remembered<T> | undefined>,
) {
  return reader.memory ? reader.memory.read(key, load) : (await load(reader))?.value;
}
