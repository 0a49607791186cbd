// The tables that staged mode keeps in the staging schema. Names are those of the experiment and the source and stay the same, so that a
// refresh finds what the one before it staged.
import { createHash } from "node:crypto";
import type { Dialect } from "./dialect.ts";
import { textAt, type Run } from "./run.ts";

/** Where tables may be made. */
export interface Staging {
  /** As the engine names it, such as `database.schema`. */
  readonly schema: string;
  /** Id of the experiment. */
  readonly experimentID: string;
  /** ms; numbers the load, so it grows from one to the next. */
  readonly now: number;
  /** Stands behind the columns of a new table, as where its files are and when it expires. */
  readonly tableOptions?: (table: string) => string;
}

const mark = "assay_";
const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 6);
/** Short enough that all parts of a name fit into what every engine takes. */
const short = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 14);

const ofExperiment = (experimentID: string) => `${mark}${short(experimentID)}_${hash(experimentID)}_`;

/** The name of a table; `kind` is what it holds. */
export const stagedTable = ({ schema, experimentID }: Staging, source: string, kind: string) =>
  `${schema}.${ofExperiment(experimentID)}${short(source)}_${hash(source)}_${kind}`;

export type StagedColumns = readonly (readonly [name: string, type: "text" | "bigint" | "double"])[];

export const createSql = (
  dialect: Dialect,
  table: string,
  columns: StagedColumns,
  { tableOptions }: Staging,
): string => {
  const types = { text: dialect.textType, bigint: "bigint", double: dialect.double };
  const typed = columns.map(([name, type]) => `${name} ${types[type]}`).join(", ");
  return `create table if not exists ${table} (${typed})${tableOptions ? ` ${tableOptions(table)}` : ""}`;
};

export const insertSql = (table: string, columns: StagedColumns, select: string) =>
  `insert into ${table} (${columns.map(([name]) => name).join(", ")})\n${select}`;

/** An empty table in place of one that an earlier refresh left behind, with these rows. */
export async function fillTable(
  run: Run,
  dialect: Dialect,
  staging: Staging,
  { table, columns, select }: { table: string; columns: StagedColumns; select: string },
) {
  const tag = `staging ${staging.experimentID}`;
  await run(`drop table if exists ${table}`, tag, true);
  await run(createSql(dialect, table, columns, staging), tag, true);
  await run(insertSql(table, columns, select), tag, true);
}

async function stagedNames(run: Run, dialect: Dialect, schema: string): Promise<string[]> {
  const rows = await run(dialect.tables(schema), "staging");
  return rows.map((row) => textAt(row, "table_name").toLowerCase()).filter((name) => name.startsWith(mark));
}

async function dropAll(run: Run, schema: string, names: readonly string[]) {
  // One after the other: each is a statement of its own at the engine. A ledger goes first, without which nothing counts.
  const inOrder = names.toSorted((a, b) => Number(b.endsWith("_ledger")) - Number(a.endsWith("_ledger")));
  for (const name of inOrder) await run(`drop table if exists ${schema}.${name}`, "staging", true);
}

/** Drops everything that was staged for an experiment, as when it is archived. */
export async function dropStaged(run: Run, dialect: Dialect, schema: string, experimentID: string) {
  const names = await stagedNames(run, dialect, schema);
  await dropAll(
    run,
    schema,
    names.filter((name) => name.startsWith(ofExperiment(experimentID))),
  );
}

/** Drops what was staged for experiments that were not refreshed since `before`, ms; answers how many tables. */
export async function dropExpired(
  run: Run,
  dialect: Dialect,
  schema: string,
  before: number,
): Promise<number> {
  const names = await stagedNames(run, dialect, schema);
  const experimentOf = (name: string) => /^assay_.*?_[0-9a-f]{6}_/.exec(name)?.[0] ?? name;
  const kept = new Set<string>();
  for (const name of names.filter((some) => some.endsWith("_ledger"))) {
    const [row] = await run(`select max(load_id) as last_load from ${schema}.${name}`, "staging");
    if (Number(row?.["last_load"] ?? 0) >= before) kept.add(experimentOf(name));
  }
  const expired = names.filter((name) => !kept.has(experimentOf(name)));
  await dropAll(run, schema, expired);
  return expired.length;
}
