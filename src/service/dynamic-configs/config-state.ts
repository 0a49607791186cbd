// What enabling, disabling and archiving make of a config. Pure: storing it is the handlers' work.
import type { Problem } from "#contract/api-error.ts";
import { badRequest } from "#service/http/errors.ts";
import { signature, type Signer } from "#service/http/signature.ts";
import type { StoredConfig } from "./stored-config.ts";

/** Choice: an archived config has the status "Archived", the others have none. */
export const isArchived = (config: Pick<StoredConfig, "status">) => config.status === "Archived";

/** Choice: an archived config does not change until it is unarchived. */
export const stateProblems = (config: StoredConfig): Problem[] =>
  isArchived(config)
    ? [{ property: "status", errorMessage: "The config is archived; unarchive it before it is changed" }]
    : [];

/** Throws 400 for an archived config. */
export function refuseArchived(config: StoredConfig) {
  const problems = stateProblems(config);
  if (problems.length) throw badRequest(problems);
}

/** The config on or off; the config itself where it is so already. */
export const switched = (
  config: StoredConfig,
  isEnabled: boolean,
  signer: Signer,
  reason: string | undefined,
): StoredConfig =>
  config.isEnabled === isEnabled
    ? config
    : { ...config, isEnabled, version: config.version + 1, ...signature(signer, reason) };

/** The config in the archive or out of it, off either way; the config itself where it is there already. */
export const shelved = (
  config: StoredConfig,
  status: "Archived" | undefined,
  signer: Signer,
  reason: string | undefined,
): StoredConfig =>
  isArchived(config) === (status === "Archived")
    ? config
    : { ...config, status, isEnabled: false, version: config.version + 1, ...signature(signer, reason) };
