// Reads what Athena and IAM know about a workgroup, a database and a role, without running a statement.
import { GetDatabaseCommand, GetWorkGroupCommand, ListTableMetadataCommand } from "@aws-sdk/client-athena";
import { athenaOf, catalogOf, resultLocation, workgroupOf, type AthenaSettings } from "./athena-client.ts";
import { awsError } from "./aws-access.ts";
import { simulateRights } from "./aws-rights.ts";

export { AthenaSettings } from "./athena-client.ts";

/** Tables per page, the maximum that Athena allows. */
const pageTables = 50;

export function athenaCatalog(settings: AthenaSettings, endpoint: string | undefined, signal: AbortSignal) {
  const athena = athenaOf(settings, endpoint);
  const [workgroup, catalog] = [workgroupOf(settings), catalogOf(settings)];
  const options = { abortSignal: signal };
  const told = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } catch (error) {
      throw awsError(error);
    }
  };
  return {
    workgroup,
    catalog,
    /** The location for results in the settings. */
    location: resultLocation(settings),
    readWorkgroup: async () => {
      const { WorkGroup: found } = await told(
        athena.send(new GetWorkGroupCommand({ WorkGroup: workgroup }), options),
      );
      const { Configuration: configuration } = found ?? {};
      return {
        isEnabled: found?.State !== "DISABLED",
        engine: configuration?.EngineVersion?.EffectiveEngineVersion ?? "an engine that Athena chooses",
        output: configuration?.ResultConfiguration?.OutputLocation,
        isEnforced: configuration?.EnforceWorkGroupConfiguration ?? false,
        cutoff: configuration?.BytesScannedCutoffPerQuery,
      };
    },
    readDatabase: async (name: string) => {
      const ask = new GetDatabaseCommand({ CatalogName: catalog, DatabaseName: name });
      await told(athena.send(ask, options));
    },
    /** Returns the first page of tables, in Glue's order. */
    listTables: async (database: string) => {
      const ask = { CatalogName: catalog, DatabaseName: database, MaxResults: pageTables };
      const { TableMetadataList: tables = [] } = await told(
        athena.send(new ListTableMetadataCommand(ask), options),
      );
      return tables.map(({ Name: name = "" }) => name);
    },
    simulate: (roleArn: string, actions: readonly string[]) =>
      told(simulateRights({ settings, endpoint, roleArn, actions, signal })),
  };
}
