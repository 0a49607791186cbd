// The parameters of an import, whether requested on the command line or in the console.

/** A column of the file, or what replaces it: a prefix of row numbers as unit ids, a fixed name, or a fixed time in ms. */
export type UnitFrom = { column: string } | { rowPrefix: string };
export type NameFrom = { column: string } | { always: string };
export type TimeFrom = { column: string } | { at: number };

interface FromFile {
  file: string;
  dataDir: string | undefined;
  dryRun: boolean;
  skipBad: boolean;
}

export interface ExposuresCommand extends FromFile {
  kind: "exposures";
  experiment: string;
  groupColumn: string;
  unit: UnitFrom;
  time: TimeFrom;
  /** Columns of properties, by property name. */
  properties: ReadonlyMap<string, string>;
}

export interface EventsCommand extends FromFile {
  kind: "events";
  name: NameFrom;
  unit: UnitFrom;
  time: TimeFrom;
  /** Columns of further ids, by id type; absent if there are none, as in the fingerprints of older imports. */
  ids: ReadonlyMap<string, string> | undefined;
  valueColumn: string | undefined;
  metadataColumns: readonly string[];
  /** Imports only rows whose columns have these values. */
  where: readonly (readonly [string, string])[];
}

export type LogCommand = ExposuresCommand | EventsCommand;
