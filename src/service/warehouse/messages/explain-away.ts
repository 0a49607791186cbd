import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { explain } from "./known-messages.ts";

/** Codes of network and TLS errors, and of refused or lost connections. */
const away = /^(E[A-Z]{3,}|NETWORK|UND_ERR|CERT|DEPTH|SELF|UNABLE|08|28|3D000|57P|Timeout)/;

export const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** Whether an error says that the warehouse could not be reached, or rejected the sign-in. */
export const isAway = (error: unknown) => away.test(codeOf(error));

/** Returns a plain sentence if the warehouse could not be reached or rejected the sign-in. */
export const explainAway = (provider: WarehouseProvider, error: unknown): string | undefined =>
  isAway(error)
    ? explain(provider, codeOf(error), error instanceof Error ? error.message : String(error))?.sentence
    : undefined;
