// Explains in plain words why a statement failed, for the history: with the engine's message, and without secrets.
import { warehouseProviders, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import { readPlainSettings } from "#service/warehouse/stored-connection.ts";
import { explain } from "#service/warehouse/messages/known-messages.ts";
import { codeOf, isAway } from "#service/warehouse/messages/explain-away.ts";
import { withoutSecrets } from "./doctor/run-doctor.ts";

export interface ExplainedFailure {
  sentence: string;
  said: string;
  /** True if the warehouse did not answer or rejected the sign-in. */
  isAway: boolean;
}

export const explainFailure =
  (database: Database, secretsKey: Buffer) =>
  async (provider: WarehouseProvider, error: unknown): Promise<ExplainedFailure> => {
    const settings = await readPlainSettings(database, secretsKey, provider);
    const clean = withoutSecrets(provider, settings);
    const code = codeOf(error);
    const message = error instanceof Error ? error.message : String(error);
    const { label } = warehouseProviders[provider];
    const sentence =
      explain(provider, code, message)?.sentence ?? `${label} refused a statement. These are its words.`;
    return { sentence: clean(sentence), said: clean(`${code} ${message}`.trim()), isAway: isAway(error) };
  };
