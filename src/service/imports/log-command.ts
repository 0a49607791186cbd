// An import of a log as it is run, whoever asked for it: the command line or the console.

/** A column of the file, or the option in place of it. */
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
  /** Column by property name. */
  properties: ReadonlyMap<string, string>;
}

export interface EventsCommand extends FromFile {
  kind: "events";
  name: NameFrom;
  unit: UnitFrom;
  time: TimeFrom;
  /** Column by type of further ids. Absent without any, as in imports that are remembered from before. */
  ids: ReadonlyMap<string, string> | undefined;
  valueColumn: string | undefined;
  metadataColumns: readonly string[];
  /** Only rows whose columns hold these values. */
  where: readonly (readonly [string, string])[];
}

export type LogCommand = ExposuresCommand | EventsCommand;
