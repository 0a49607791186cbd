// Reads from the engine's catalog how a table is partitioned, so that statements need not read all of it.
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";

export interface TablePartition {
  readonly columns: readonly string[];
  /** Whether an index begins with the time column. */
  readonly indexed: boolean;
  readonly bytes?: number;
}

type Ask = Pick<ActiveWarehouse, "provider" | "run">;
const tag = "assay source partition";

async function ofPostgres(
  warehouse: Ask,
  table: string,
  timeColumn: string,
): Promise<TablePartition | undefined> {
  const { rows } = await warehouse.run({
    text: `select pg_get_partkeydef(c.oid) as partition_key, pg_total_relation_size(c.oid) as bytes,
      (select string_agg(pg_get_indexdef(i.indexrelid, 1, true), ' ') from pg_index i where i.indrelid = c.oid) as first_columns
      from pg_class c where c.oid = to_regclass($1)`,
    values: [table],
    tag,
  });
  const [row] = rows;
  if (!row) return undefined;
  const columns = /\((.*)\)/.exec(String(row["partition_key"] ?? ""))?.[1]?.split(/, /) ?? [];
  const first = String(row["first_columns"] ?? "").split(" ");
  return { columns, indexed: first.includes(timeColumn), bytes: Number(row["bytes"]) };
}

async function ofTrino(warehouse: Ask, table: string): Promise<TablePartition | undefined> {
  const { rows } = await warehouse.run({ text: `show columns from ${table}`, values: [], tag });
  const columns = rows.flatMap((row) =>
    /partition/.test(String(row["extra"] ?? "")) ? [String(row["column"])] : [],
  );
  // Connectors without partitions return no columns; nothing is known then.
  return columns.length > 0 ? { columns, indexed: false } : undefined;
}

async function ofBigQuery(warehouse: Ask, table: string): Promise<TablePartition | undefined> {
  const parts = table.replaceAll("`", "").split(".");
  const name = parts.pop();
  if (!name || parts.length === 0) return undefined;
  const { rows } = await warehouse.run({
    text: `select column_name from \`${parts.join(".")}\`.INFORMATION_SCHEMA.COLUMNS where table_name = $1 and is_partitioning_column = 'YES'`,
    values: [name],
    tag,
  });
  return { columns: rows.map((row) => String(row["column_name"])), indexed: false };
}

/** Returns the partitioning, if the engine reports it; `table` must be a validated table name. */
export async function tablePartition(
  warehouse: Ask,
  table: string,
  timeColumn: string,
): Promise<TablePartition | undefined> {
  if (warehouse.provider === "postgres") return ofPostgres(warehouse, table, timeColumn);
  if (warehouse.provider === "trino") return ofTrino(warehouse, table);
  return warehouse.provider === "bigquery" ? ofBigQuery(warehouse, table) : undefined;
}
