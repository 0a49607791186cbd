// `npm run import -- project | exposures | events …`: imports the user's own data. The work is done in the neighbouring files.
import { statSync } from "node:fs";
import cliProgress from "cli-progress";
import type { Database } from "#service/database/database.ts";
import { databaseOf, openForCommand } from "#service/database/open-database.ts";
import { readSettings } from "#service/settings.ts";
import { BadCommand, type ImportCommand, readCommand, usage } from "./command-line.ts";
import { UnreadableFile } from "#service/imports/file-row.ts";
import { BadRows, importLog, type LogReport, type Progress } from "#service/imports/import-log.ts";
import type { LogCommand } from "#service/imports/log-command.ts";
import { importProject, type ProjectReport } from "./import-project.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);
const counted = (count: number) => count.toLocaleString("en");

/** Shows a progress bar on a terminal, and nothing elsewhere. */
function showProgress(file: string): Progress & { stop: () => void } {
  if (!process.stderr.isTTY) return { onBytes: () => {}, stop: () => {} };
  const bar = new cliProgress.SingleBar(
    { format: "{bar} {percentage} %  {duration_formatted}", stream: process.stderr, clearOnComplete: true },
    cliProgress.Presets.rect,
  );
  bar.start(statSync(file).size, 0);
  return { onBytes: (count) => bar.increment(count), stop: () => bar.stop() };
}

function sayBadRows({ bad, badCount }: LogReport) {
  for (const { line, problem } of bad) say(`  line ${line}: ${problem}`);
  if (badCount > bad.length) say(`  … and ${counted(badCount - bad.length)} more`);
}

async function runLog(database: Database, command: LogCommand) {
  const progress = showProgress(command.file);
  const outcome = await importLog(database, command, Date.now(), progress).finally(progress.stop);
  if ("importedBefore" in outcome) {
    const day = new Date(outcome.importedBefore).toISOString().slice(0, 16).replace("T", " ");
    say(`This file was imported with the same arguments before, on ${day} UTC. Nothing was stored.`);
    return;
  }
  const { report } = outcome;
  const verb = command.dryRun ? "Would store" : "Stored";
  const leftOut = report.leftOut ? `, ${counted(report.leftOut)} rows left out by --where` : "";
  say(`${verb} ${counted(report.stored)} ${command.kind}${leftOut}.`);
  if (report.badCount) {
    say(`${counted(report.badCount)} bad rows skipped:`);
    sayBadRows(report);
  }
}

function sayProject(report: ProjectReport, dryRun: boolean) {
  say(dryRun ? "Would store:" : "Stored:");
  for (const [what, { added, updated, unchanged }] of Object.entries(report))
    if (added + updated + unchanged > 0)
      say(`  ${what}: ${counted(added)} new, ${counted(updated)} updated, ${counted(unchanged)} as before`);
}

async function run(command: ImportCommand) {
  const settings = readSettings(process.env);
  if (!statSync(command.file, { throwIfNoEntry: false })?.isFile())
    throw new UnreadableFile(`There is no file ${command.file}`);
  const database = await openForCommand(databaseOf(settings, command.dataDir));
  try {
    if (command.kind === "project")
      sayProject(await importProject(database, command, Date.now()), command.dryRun);
    else await runLog(database, command);
  } finally {
    await database.close();
  }
}

async function main() {
  const args = process.argv.slice(2);
  if (args.includes("--help")) say(usage);
  else await run(readCommand(args));
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  if (error instanceof BadCommand) say(`\n${usage}`);
  if (error instanceof BadRows) {
    sayBadRows(error.report);
    say("Nothing was stored. Fix the rows, or leave them out with --skip-bad.");
  }
  process.exit(1);
});
