// Explains in plain words why a statement failed, for the history: with the engine's message, and without secrets.
import { warehouseProviders, type WarehouseProvider } from "#contract/warehouse-providers.ts";
import type { Database } from "#service/database/database.ts";
import { readPlainSettings } from "#service/warehouse/stored-connection.ts";
import { explain } from "./doctor/known-messages.ts";
import { withoutSecrets } from "./doctor/run-doctor.ts";

/** Codes of network and TLS errors, and of refused or lost connections. */
const away = /^(E[A-Z]{3,}|NETWORK|UND_ERR|CERT|DEPTH|SELF|UNABLE|08|28|3D000|57P|Timeout)/;

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Returns a plain sentence if the warehouse could not be reached or rejected the sign-in. */
export const explainAway = (provider: WarehouseProvider, error: unknown): string | undefined => {
  const code = codeOf(error);
  if (!away.test(code)) return undefined;
  return explain(provider, code, error instanceof Error ? error.message : String(error))?.sentence;
};

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
    return { sentence: clean(sentence), said: clean(`${code} ${message}`.trim()), isAway: away.test(code) };
  };
