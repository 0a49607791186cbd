// Texts about keys and the libraries that use them. Pure.
import type { StoredKey } from "#contract/stored-key.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";

export type KeyKind = "console" | "server" | "client";

export const kinds: readonly { kind: KeyKind; label: string; help: string }[] = [
  {
    kind: "console",
    label: "Console",
    help: "Programs that read or change what this console shows. Never for apps.",
  },
  { kind: "server", label: "Server", help: "Read every rule, evaluate, log. Kept on servers." },
  {
    kind: "client",
    label: "Client",
    help: "Evaluate for one user and log. Anyone can read them in the app.",
  },
];

const beginnings: Readonly<Record<string, string>> = {
  console: "console",
  read: "read",
  server: "secret",
  client: "client",
};

/** Name of the creator in the list and its filter. */
export const creatorLabel = ({ creatorName }: Pick<StoredKey, "creatorName">) => creatorName ?? "A command";

/** The parts of a key that are stored: "secret-…Pe6u". */
export const shortKey = ({ kind, rights, ending }: StoredKey): string =>
  `${beginnings[rights === "read" ? rights : kind] ?? kind}-…${ending ?? ""}`;

export const environmentLabel = ({ environment }: Pick<StoredKey, "environment">) =>
  environment === null ? "All" : capitalise(environment);

const packages: Readonly<Record<string, string>> = {
  "javascript-client": "@statsig/js-client",
  "js-client": "@statsig/js-client",
  "js-on-device-eval-client": "@statsig/js-on-device-eval-client",
  "statsig-server-core-node": "@statsig/statsig-node-core",
  http: "Plain HTTP",
  browser: "A browser",
};

/** The package name of a library, if known. */
export const libraryLabel = (library: string) => packages[library] ?? library;

/** The library that used a key, such as "statsig-node 6.5.2". */
export const libraryText = ({ library, version }: { library: string; version: string }) =>
  [libraryLabel(library).replace(/^@\w+\//, ""), version].filter(Boolean).join(" ");

const day = 86_400_000;
const unusedAfter = 30 * day;

/** Whole days since a valid key was last used or, if never, created; undefined if not more than 30. */
export function unusedDays(
  { revokedTime, lastUse, createdTime }: StoredKey,
  now: number,
): number | undefined {
  const since = now - (lastUse?.time ?? createdTime);
  return revokedTime === null && since > unusedAfter ? Math.floor(since / day) : undefined;
}

/** Whether a revoked key has been sent since it was revoked. */
export const isRefused = ({ revokedTime, lastUse }: StoredKey): boolean =>
  revokedTime !== null && lastUse !== null && lastUse.time > revokedTime;
