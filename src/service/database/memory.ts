// Keeps what was read or written lately in memory. Where other processes write too, server-memory.ts asks what they changed.
import { LRUCache } from "lru-cache";
import type { Changes, Reader, Remembered, Told } from "./database.ts";

/** Characters of JSON. Stored, parsed, answered and encoded once more they take about ten times as many bytes. */
const mostCharacters = 6 * 1024 * 1024;

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
    position: () => forgotten + keys.length,
    /** Whatever the position: not all changes since are known. */
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
  /** The value of a key as it is stored; `load` reads it. */
  read<T>(key: string, load: () => Promise<Remembered<T> | undefined>): Promise<T | undefined>;
}

/** The memory as a writer transaction has it. */
export interface WriterMemory extends Values {
  /** The transaction has ended, with new values of these keys; those without one are read again when they are needed. */
  end(changed: ReadonlyMap<string, Remembered<unknown> | undefined>, isCommitted: boolean): void;
}

/** Values in memory, and the keys that were changed. */
export interface Remembering extends Values {
  changedSince(position: number): Promise<Changes>;
}

export interface SharedMemory extends Remembering {
  /** The same for the reads of one request: all changes up to now are told, and none is asked for again. */
  upToDate(): Promise<Remembering>;
  /** As in a `Database`. */
  told(of: Told): number | undefined;
  within(statements: Reader): WriterMemory;
  /** The values of these keys have changed outside of a transaction. */
  changed(keys: readonly string[]): void;
  /** All may be other values now. */
  forget(): void;
}

/** Of a database that no other process writes to: every change is told. */
export function ownMemory(): SharedMemory {
  const memory = keptValues();
  return {
    ...memory,
    upToDate: async () => memory,
    // Whoever changes the keys here forgets those that were read.
    told: (of) => (of === "entities" ? memory.position() : 0),
    changed: (keys) => {
      for (const key of keys) memory.change(key, undefined);
    },
    within: () => ({
      read: memory.read,
      end: (changed) => {
        for (const [key, value] of changed) memory.change(key, value);
      },
    }),
  };
}

/** Values of stored data by key. Whoever stores a change of a key says so. */
export function keptValues() {
  const values = new LRUCache<string, Remembered<unknown>>({
    maxSize: mostCharacters,
    // A key may be any name that an app asks for.
    sizeCalculation: ({ size }, key) => size + key.length + 100,
  });
  /** The latest reading of each key that is being read: it stores its value, unless the key is changed meanwhile. */
  const readings = new Map<string, symbol>();
  const log = changeLog();

  return {
    position: log.position,
    changedSince: async (position: number) => log.since(position),
    /** All may be other values now. */
    forget: () => {
      values.clear();
      readings.clear();
      log.forget();
    },
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
