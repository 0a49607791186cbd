// Parses the arguments of the import command. Does no I/O.
import { parseArgs, type ParseArgsConfig } from "node:util";
import type {
  EventsCommand,
  ExposuresCommand,
  NameFrom,
  TimeFrom,
  UnitFrom,
} from "#service/imports/log-command.ts";
import { parseTime } from "#service/imports/times.ts";

export const usage = `Usage:
  npm run import -- project   <file.json>
  npm run import -- exposures <file> --experiment <id> --unit <column> --group <column> --time <column>
                              [--property <name>=<column> …]
  npm run import -- events    <file> --name <event> | --name-column <column>  --unit <column> --time <column>
                              [--id <type>=<column> …] [--value <column>] [--metadata <column>,…] [--where <column>=<value> …]

Files: CSV with a header row, NDJSON or Parquet; CSV and NDJSON also as .gz.
For files without such a column:
  --unit-row <prefix>   instead of --unit: the unit id is the prefix and the number of the row
  --time-at <time>      instead of --time: one time for every row, such as 2026-03-20T08:00:00Z
Always:
  --data-dir <folder>   of the embedded database (DATA_DIR, ./data); DATABASE_URL names a PostgreSQL instead
  --skip-bad            leave bad rows out instead of stopping before anything is stored
  --dry-run             check everything, store nothing`;

export class BadCommand extends Error {}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const yes = { type: "boolean", default: false } as const;

const shared = { "data-dir": text, "dry-run": yes } as const;
const logFile = {
  ...shared,
  "skip-bad": yes,
  unit: text,
  "unit-row": text,
  time: text,
  "time-at": text,
} as const;

const parse = <Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
) => parseArgs({ args: [...args], allowPositionals: true, options });

function needed(value: string | undefined, option: string): string {
  if (!value) throw new BadCommand(`--${option} is missing.`);
  return value;
}

function oneOf(first: string | undefined, second: string | undefined, names: string): boolean {
  if ((first === undefined) === (second === undefined)) throw new BadCommand(`Give exactly one of ${names}.`);
  return first !== undefined;
}

/** Splits `name=value` at the first `=`. */
function pair(given: string, option: string): [string, string] {
  const at = given.indexOf("=");
  if (at < 1) throw new BadCommand(`--${option} takes <name>=<value>, not '${given}'.`);
  return [given.slice(0, at), given.slice(at + 1)];
}

interface Parsed {
  positionals: readonly string[];
  values: { "data-dir"?: string; "dry-run": boolean };
}

function fileIn({ positionals, values }: Parsed) {
  const [file, ...more] = positionals;
  if (!file || more.length) throw new BadCommand("Give one file.");
  return { file, dataDir: values["data-dir"], dryRun: values["dry-run"] };
}

type LogFileOption = "unit" | "unit-row" | "time" | "time-at";

function unitAndTime(values: { [Option in LogFileOption]?: string | undefined }): {
  unit: UnitFrom;
  time: TimeFrom;
} {
  const unit: UnitFrom = oneOf(values.unit, values["unit-row"], "--unit and --unit-row")
    ? { column: needed(values.unit, "unit") }
    : { rowPrefix: values["unit-row"] ?? "" };
  if (oneOf(values.time, values["time-at"], "--time and --time-at"))
    return { unit, time: { column: needed(values.time, "time") } };
  const at = parseTime(values["time-at"] ?? "");
  if (at === undefined) throw new BadCommand(`--time-at is no time: '${values["time-at"]}'.`);
  return { unit, time: { at } };
}

function readExposures(args: readonly string[]): ExposuresCommand {
  const parsed = parse(args, { ...logFile, experiment: text, group: text, property: texts });
  const { values } = parsed;
  return {
    kind: "exposures",
    ...fileIn(parsed),
    skipBad: values["skip-bad"],
    experiment: needed(values.experiment, "experiment"),
    groupColumn: needed(values.group, "group"),
    ...unitAndTime(values),
    properties: new Map((values.property ?? []).map((given) => pair(given, "property"))),
  };
}

function readEvents(args: readonly string[]): EventsCommand {
  const options = {
    name: text,
    "name-column": text,
    id: texts,
    value: text,
    metadata: texts,
    where: texts,
  } as const;
  const parsed = parse(args, { ...logFile, ...options });
  const { values } = parsed;
  const name: NameFrom = oneOf(values.name, values["name-column"], "--name and --name-column")
    ? { always: needed(values.name, "name") }
    : { column: needed(values["name-column"], "name-column") };
  return {
    kind: "events",
    ...fileIn(parsed),
    skipBad: values["skip-bad"],
    name,
    ...unitAndTime(values),
    ids: values.id && new Map(values.id.map((given) => pair(given, "id"))),
    valueColumn: values.value,
    metadataColumns: (values.metadata ?? []).flatMap((list) => list.split(",")).filter(Boolean),
    where: (values.where ?? []).map((given) => pair(given, "where")),
  };
}

const readProject = (args: readonly string[]) => ({
  kind: "project" as const,
  ...fileIn(parse(args, shared)),
});

export type ProjectCommand = ReturnType<typeof readProject>;
export type ImportCommand = ProjectCommand | ExposuresCommand | EventsCommand;

/** Parses a command; throws a BadCommand that describes the problem. */
export function readCommand([kind, ...args]: readonly string[]): ImportCommand {
  try {
    if (kind === "project") return readProject(args);
    if (kind === "exposures") return readExposures(args);
    if (kind === "events") return readEvents(args);
  } catch (error) {
    if (error instanceof BadCommand) throw error;
    // The messages of parseArgs name the option that is unknown or lacks its value.
    throw new BadCommand(error instanceof Error ? error.message : String(error));
  }
  throw new BadCommand(kind === undefined ? "Say what to import." : `Cannot import '${kind}'.`);
}
