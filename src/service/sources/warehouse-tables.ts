// The tables that the connection may see, asked of the engine's own catalog.
import type { WarehouseTable } from "#contract/source-preview.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";

const most = 500;
/** Engines keep names in one case unless they stand in quotation marks. */
const plainName = { upper: /^[A-Z_][A-Z0-9_$]*$/, lower: /^[a-z_][a-z0-9_]*$/ } as const;

const named = (provider: string, name: string) => {
  if (plainName[provider === "snowflake" ? "upper" : "lower"].test(name)) return name;
  return provider === "databricks" ? `\`${name}\`` : `"${name}"`;
};

/** Those with the text in their name or their schema's, by name. Undefined where the engine has no list of all. */
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
    // A mark of patterns that somebody types is no letter of a name, but for \`_\`, which then stands for any.
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
