// Determines from the settings where a warehouse may store staged days.
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { PlainSettings } from "./open-client.ts";
import { storedName } from "./snowflake-names.ts";

export interface StagingPlace {
  /** The names that lead to the schema, exactly as the engine stores them: catalog, project or database first if the engine needs one. */
  readonly names: readonly string[];
  /** Location of the tables' files, for an engine that has no storage of its own. */
  readonly bucket?: string;
}

/** Athena creates tables in the Hive dialect and fills them in the Trino dialect, which quote names differently. */
const plainName = /^[a-z_][a-z0-9_]*$/;

/** The place of staged tables; undefined where the settings name none, or only a part of it. Choice: on Athena, days are stored in the database of its settings, as Iceberg tables in the bucket, if the database name needs no quotation marks and the catalog is Glue. */
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
