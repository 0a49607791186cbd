// Parses the arguments of the warehouse check. Does no I/O.
import { parseArgs } from "node:util";

export const usage = `Usage:
  npm run warehouse:check [-- --run] [--file <settings.json>]

Goes through the checklist on a real warehouse and prints a report with numbers, without secrets, rows or values:
the doctor, a look at each source, one small load as a dry run with its estimate, and how long a statement takes to
be stopped. With --run the load is run as well, and its answer thrown away. Nothing is written in the warehouse, but
where a place for staged tables is set the doctor makes a table of its own there and drops it.

Without --file it reads the connection and the sources that are stored in DATA_DIR or DATABASE_URL; the service may
run meanwhile. A file holds provider, settings, and as far as wanted limits, assignmentSources, metricSources and
entityProperties, by the names of the API. Secrets are in the environment, such as WAREHOUSE_PASSWORD or
WAREHOUSE_PRIVATE_KEY for the setting privateKey, or in a file that WAREHOUSE_PRIVATE_KEY_FILE names.`;

export interface CheckCommand {
  /** Path of a settings file; the stored settings are used if absent. */
  readonly file: string | undefined;
  readonly isRun: boolean;
}

/** Parses the arguments; throws with the usage text if they are invalid. */
export function readCommand(args: readonly string[]): CheckCommand {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { file: { type: "string" }, run: { type: "boolean" } },
    allowPositionals: true,
  });
  if (positionals.length > 0) throw new Error(usage);
  return { file: values.file, isRun: values.run ?? false };
}
