// Lists the tables that are visible to the connection, from the engine's catalog.
import type { WarehouseTable } from "#contract/source-preview.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";

const most = 500;
/** Unquoted names are folded to one case, so names that match these patterns need no quotes. */
const plainName = { upper: /^[A-Z_][A-Z0-9_$]*$/, lower: /^[a-z_][a-z0-9_]*$/ } as const;

const named = (provider: string, name: string) => {
  if (plainName[provider === "snowflake" ? "upper" : "lower"].test(name)) return name;
  return provider === "databricks" ? `\`${name}\`` : `"${name}"`;
};

/** Returns tables whose name or schema contains the text, ordered by name. Undefined if the engine has no global list. */
export async function warehouseTables(
  warehouse: Pick<ActiveWarehouse, "provider" | "run">,
  search: string,
): Promise<WarehouseTable[] | undefined> {
  const { provider } = warehouse;
  if (provider === "bigquery") return undefined;
  const { rows } = await warehouse.run({
    text: `select table_schema, table_name, table_type from information_schema.tables
where lower(table_schema) not in ('information_schema', 'pg_catalog')
  and (lower(table_name) like $1 or lower(table_schema) like $1)
order by table_schema, table_name limit ${most}`,
    // `%` is removed, since it is no part of table names; `_` is kept, and matches any character.
    values: [`%${search.toLowerCase().replaceAll("%", "")}%`],
    tag: "assay list of tables",
    isInteractive: true,
  });
  return rows.map((row) => {
    const [schema, name] = [String(row["table_schema"]), String(row["table_name"])];
    return {
      tableName: `${named(provider, schema)}.${named(provider, name)}`,
      schema,
      name,
      type: /view/i.test(String(row["table_type"])) ? "view" : "table",
    };
  });
}
