// Imports of events and exposures from files, as answered.
import { z } from "zod/mini";

export const importKinds = ["events", "exposures"] as const;
export type ImportKind = (typeof importKinds)[number];

/** The columns that a file probably means, by the part of an event or exposure that they hold. */
export const GuessedColumns = z.looseObject({
  kind: z.string(),
  unitColumn: z.nullish(z.string()),
  timeColumn: z.nullish(z.string()),
  nameColumn: z.nullish(z.string()),
  groupColumn: z.nullish(z.string()),
  valueColumn: z.nullish(z.string()),
  metadataColumns: z.array(z.string()),
  /** Column by type of id. */
  ids: z.record(z.string(), z.string()),
});
export type GuessedColumns = z.infer<typeof GuessedColumns>;

/** A file that was sent and waits to be imported. */
export const ImportFile = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Bytes, as sent. */
  size: z.number(),
  columns: z.array(z.string()),
  /** The first ones, a text for each column. */
  rows: z.array(z.array(z.string())),
  guess: GuessedColumns,
});
export type ImportFile = z.infer<typeof ImportFile>;

/** waiting, running: not yet done. stored: in the log. refused: it has bad rows. failed, cancelled: nothing was stored. */
export const importStates = ["waiting", "running", "stored", "refused", "failed", "cancelled"] as const;

export const LogImport = z.looseObject({
  id: z.string(),
  state: z.string(),
  /** Absent of imports from before names were kept. */
  file: z.nullish(z.string()),
  kind: z.string(),
  experimentID: z.nullish(z.string()),
  /** Bytes of the file that were read, and its size; absent once it is stored. */
  read: z.nullish(z.number()),
  size: z.nullish(z.number()),
  /** Read of the file so far; once it is stored, those that are in the log. */
  rows: z.number(),
  badCount: z.number(),
  /** The first ones. */
  bad: z.array(z.looseObject({ line: z.number(), problem: z.string() })),
  /** The reason where it failed. */
  reason: z.nullish(z.string()),
  /** ms since the epoch. */
  time: z.nullish(z.number()),
  /** Name of the key. */
  author: z.nullish(z.string()),
  canUndo: z.boolean(),
});
export type LogImport = z.infer<typeof LogImport>;
