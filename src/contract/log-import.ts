// Response schemas of imports of events and exposures from files.
import { z } from "zod/mini";

export const importKinds = ["events", "exposures"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Detected meaning of a file's columns: the column for each part of an event or exposure. */
export const GuessedColumns = z.looseObject({
  kind: z.string(),
  unitColumn: z.nullish(z.string()),
  timeColumn: z.nullish(z.string()),
  nameColumn: z.nullish(z.string()),
  groupColumn: z.nullish(z.string()),
  valueColumn: z.nullish(z.string()),
  metadataColumns: z.array(z.string()),
  /** Columns of ids, by id type. */
  ids: z.record(z.string(), z.string()),
});
export type GuessedColumns = z.infer<typeof GuessedColumns>;

/** An uploaded file that is ready to be imported. */
export const ImportFile = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Size in bytes as uploaded. */
  size: z.number(),
  /** Separator of the columns of a CSV file: a comma, a semicolon or a tab. Absent for other formats. */
  separator: z.nullish(z.string()),
  columns: z.array(z.string()),
  /** The first rows, one text per column. */
  rows: z.array(z.array(z.string())),
  guess: GuessedColumns,
});
export type ImportFile = z.infer<typeof ImportFile>;

/** waiting, running: unfinished. stored: in the log. refused: rejected for invalid rows. failed, cancelled: nothing was stored. */
export const importStates = ["waiting", "running", "stored", "refused", "failed", "cancelled"] as const;

export const LogImport = z.looseObject({
  id: z.string(),
  state: z.string(),
  /** File name; absent in imports from before file names were stored. */
  file: z.nullish(z.string()),
  kind: z.string(),
  experimentID: z.nullish(z.string()),
  /** Bytes of the file processed so far, and its size; absent once the import is stored. */
  read: z.nullish(z.number()),
  size: z.nullish(z.number()),
  /** Rows read so far; once the import is stored, its rows in the log. */
  rows: z.number(),
  badCount: z.number(),
  /** The first invalid rows. */
  bad: z.array(z.looseObject({ line: z.number(), problem: z.string() })),
  /** Why the import failed. */
  reason: z.nullish(z.string()),
  /** ms since the epoch. */
  time: z.nullish(z.number()),
  /** Name of the API key that started the import. */
  author: z.nullish(z.string()),
  canUndo: z.boolean(),
});
export type LogImport = z.infer<typeof LogImport>;
