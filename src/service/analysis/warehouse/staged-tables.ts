// The tables that staged mode keeps in the staging schema. Their names are derived from experiment and source and never
// change, so that a refresh finds the tables of the previous one.
import { createHash } from "node:crypto";
import { cancelled, deadlinePassed, WarehouseError } from "#service/warehouse/statement.ts";
import type { StagingPlace } from "#service/warehouse/staging-place.ts";
import type { Dialect } from "./dialect.ts";
import { textAt, type Run } from "./run.ts";

/** Where and for what tables are staged. */
export interface Staging {
  readonly place: StagingPlace;
  /** True to discard everything that was staged before. */
  readonly isAnew?: boolean;
  /** Id of the experiment. */
  readonly experimentID: string;
  /** Current time in ms, which also numbers the load; must increase from one refresh to the next. */
  readonly now: number;
}

/** Thrown if tables cannot be created in the staging schema. */
export class StagingRefused extends Error {}

/** Days after which an engine with automatic expiry drops a table. */
export const keptDays = 30;

const mark = "assay_";
const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 6);
/** Shortens a part of a name, so that the whole name fits into the limits of every engine. */
const short = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 14);

const ofExperiment = (experimentID: string) => `${mark}${short(experimentID)}_${hash(experimentID)}_`;

const inPlace = ({ staged }: Dialect, { names }: StagingPlace, table: string) =>
  `${names.map((name) => staged.name(name)).join(".")}.${table}`;

/** Name of a staged table; `kind` says what it contains. */
export const stagedTable = (
  dialect: Dialect,
  { place, experimentID }: Staging,
  source: string,
  kind: string,
) => inPlace(dialect, place, `${ofExperiment(experimentID)}${short(source)}_${hash(source)}_${kind}`);

export type StagedColumns = readonly (readonly [name: string, type: "text" | "bigint" | "double"])[];

export const createSql = (
  { staged }: Dialect,
  table: string,
  columns: StagedColumns,
  { place }: Staging,
  days = keptDays,
): string => {
  const typed = columns.map(([name, type]) => `${name} ${staged.types[type]}`).join(", ");
  const options = staged.options?.(table, days, place);
  return `create ${staged.kind ? `${staged.kind} ` : ""}table if not exists ${table} (${typed})${options ? ` ${options}` : ""}`;
};

export const insertSql = (table: string, columns: StagedColumns, select: string) =>
  `insert into ${table} (${columns.map(([name]) => name).join(", ")})\n${select}`;

/** Replaces a table left behind by an earlier refresh and fills it with rows. */
export async function fillTable(
  run: Run,
  dialect: Dialect,
  staging: Staging,
  { table, columns, select }: { table: string; columns: StagedColumns; select: string },
) {
  await emptyTable(run, dialect, staging, { table, columns });
  await run(insertSql(table, columns, select), `staging ${staging.experimentID}`, true);
}

/** Replaces a table left behind by an earlier refresh with an empty one. */
async function emptyTable(
  run: Run,
  dialect: Dialect,
  staging: Staging,
  { table, columns }: { table: string; columns: StagedColumns },
) {
  const tag = `staging ${staging.experimentID}`;
  await run(`drop table if exists ${table}`, tag, true);
  await run(createSql(dialect, table, columns, staging), tag, true);
}

/** Starts a refresh by creating its first table; throws StagingRefused if that is not possible. */
export async function beginStaging(...[run, dialect, staging, first]: Parameters<typeof emptyTable>) {
  try {
    if (staging.isAnew) await dropStaged(run, dialect, staging.place, staging.experimentID);
    await emptyTable(run, dialect, staging, first);
  } catch (error) {
    const isRefused = error instanceof WarehouseError && ![cancelled, deadlinePassed].includes(error.code);
    throw isRefused ? new StagingRefused("Nothing can be staged.", { cause: error }) : error;
  }
}

async function stagedNames(run: Run, dialect: Dialect, place: StagingPlace): Promise<string[]> {
  const rows = await run(dialect.staged.tables(place.names), "staging");
  const names = rows.map((row) => (textAt(row, "table_name") || textAt(row, "tablename")).toLowerCase());
  return names.filter((name) => name.startsWith(mark));
}

/** Returns the existing tables of an experiment, as statements name them. */
export async function stagedTables(run: Run, dialect: Dialect, staging: Staging): Promise<Set<string>> {
  const names = await stagedNames(run, dialect, staging.place);
  const own = names.filter((name) => name.startsWith(ofExperiment(staging.experimentID)));
  return new Set(own.map((name) => inPlace(dialect, staging.place, name)));
}

async function dropAll(run: Run, dialect: Dialect, place: StagingPlace, names: readonly string[]) {
  // Sequential, since each drop is a separate statement. Ledgers are dropped first, because rows without a ledger do not count.
  const inOrder = names.toSorted((a, b) => Number(b.endsWith("_ledger")) - Number(a.endsWith("_ledger")));
  for (const name of inOrder)
    await run(`drop table if exists ${inPlace(dialect, place, name)}`, "staging", true);
}

/** Drops all staged tables of an experiment, for example when it is archived. */
export async function dropStaged(run: Run, dialect: Dialect, place: StagingPlace, experimentID: string) {
  const names = await stagedNames(run, dialect, place);
  await dropAll(
    run,
    dialect,
    place,
    names.filter((name) => name.startsWith(ofExperiment(experimentID))),
  );
}

/** Drops the staged tables of experiments that have ended or were not refreshed since `before` (ms); returns the number of tables. */
export async function dropExpired(
  run: Run,
  dialect: Dialect,
  place: StagingPlace,
  { before, ended }: { before: number; ended: readonly string[] },
): Promise<number> {
  const names = await stagedNames(run, dialect, place);
  const experimentOf = (name: string) => /^assay_.*?_[0-9a-f]{6}_/.exec(name)?.[0] ?? name;
  const kept = new Set<string>();
  const isEnded = (name: string) => ended.some((id) => name.startsWith(ofExperiment(id)));
  for (const name of names.filter((some) => some.endsWith("_ledger") && !isEnded(some))) {
    const table = inPlace(dialect, place, name);
    const [row] = await run(`select max(load_id) as last_load from ${table}`, "staging");
    if (Number(row?.["last_load"] ?? 0) >= before) kept.add(experimentOf(name));
  }
  const expired = names.filter((name) => !kept.has(experimentOf(name)));
  await dropAll(run, dialect, place, expired);
  return expired.length;
}
