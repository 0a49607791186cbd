// Where a warehouse lets days of units be kept, read off its settings.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { PlainSettings } from "./open-client.ts";
import { storedName } from "./snowflake-names.ts";

export interface StagingPlace {
  /** Of the schema as the engine keeps it, after those of its catalog, project or database where it needs one. */
  readonly names: readonly string[];
  /** Where the files of tables go, of an engine that has no place of its own. */
  readonly bucket?: string;
}

/** Athena makes tables in the dialect of Hive and fills them in that of Trino, which have other quotation marks. */
const plainName = /^[a-z_][a-z0-9_]*$/;

/** Nothing where the settings name no place, or only a part of it. Choice: of Athena days are kept in the database of its settings, as tables of Iceberg in the bucket, where the name of the database needs no quotation marks and the catalog is that of Glue. */
export function stagingPlaceOf(
  provider: WarehouseProvider,
  settings: PlainSettings,
): StagingPlace | undefined {
  const text = (field: string) => {
    const value = settings[field];
    return typeof value === "string" ? value.trim() : "";
  };
  const all = (...names: readonly string[]) => (names.every((name) => name !== "") ? { names } : undefined);
  switch (provider) {
    case "postgres":
    case "redshift":
      return all(text("stagingSchema"));
    case "trino":
      return all(text("catalog"), text("stagingSchema"));
    case "snowflake":
      return all(storedName(text("stagingDatabaseName")), storedName(text("stagingSchemaName")));
    case "databricks":
      return all(...text("stagingDatabase").split("."));
    case "bigquery":
      return all(text("project"), text("stagingDataset"));
    default: {
      const [database, bucket] = [text("database"), text("bucket")];
      const isGlue = ["", "awsdatacatalog"].includes(text("dataCatalog").toLowerCase());
      return bucket && isGlue && plainName.test(database) ? { names: [database], bucket } : undefined;
    }
  }
}
