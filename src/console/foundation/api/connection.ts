// The service that the console talks to, and the key. The key is never shown, logged, or put into an address.
import { useSyncExternalStore } from "react";
import { z } from "zod/mini";

const storageKey = "assay.key";
const Settings = z.looseObject({ apiKeyHeader: z.string() });

export interface Connection {
  readonly key: string | undefined;
  /** The service refused the key, or there is none: the key page asks for one. */
  readonly needsKey: boolean;
  /** The service did not answer the last request. */
  readonly isAway: boolean;
}

let connection: Connection = { key: undefined, needsKey: true, isAway: false };
const listeners = new Set<() => void>();

function change(next: Partial<Connection>) {
  connection = { ...connection, ...next };
  for (const listener of listeners) listener();
}

/** Reads the key from `#key=…` (taken out of the address at once), else from this tab, else from this browser. */
export function openConnection() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given !== null) {
    history.replaceState(history.state, "", location.pathname + location.search);
    if (given) sessionStorage.setItem(storageKey, given);
  }
  const key = given || sessionStorage.getItem(storageKey) || localStorage.getItem(storageKey) || undefined;
  change({ key, needsKey: key === undefined });
}

/** Uses a key from now on; it stays with this tab, and with this browser only if the user says so. */
export function takeKey(key: string, remember: boolean) {
  sessionStorage.setItem(storageKey, key);
  if (remember) localStorage.setItem(storageKey, key);
  else localStorage.removeItem(storageKey);
  change({ key, needsKey: false });
}

export function forgetKey() {
  sessionStorage.removeItem(storageKey);
  localStorage.removeItem(storageKey);
  change({ key: undefined, needsKey: true });
}

/** Says that the service refused this key; a newer key that was entered meanwhile is not affected. */
export function refuseKey(key: string | undefined) {
  if (connection.key === key && !connection.needsKey) change({ key, needsKey: true });
}

export const currentConnection = () => connection;

export function onConnection(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useConnection = (): Connection => useSyncExternalStore(onConnection, () => connection);

/** Address of the service: the one that served this page. */
export const serviceAddress = () => location.origin;

const checkAgainAfter = 5000;
let nextCheck: ReturnType<typeof setTimeout> | undefined;

/** Notes whether the service has just answered; one that is away is checked until it is back. */
export function reportAnswered(hasAnswered: boolean) {
  if (connection.isAway === hasAnswered) change({ isAway: !hasAnswered });
  clearTimeout(nextCheck);
  if (!hasAnswered) nextCheck = setTimeout(() => void checkService(), checkAgainAfter);
}

/** True where the service answers now. */
export async function checkService(): Promise<boolean> {
  const hasAnswered = await fetch(`${serviceAddress()}/healthz`, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  reportAnswered(hasAnswered);
  return hasAnswered;
}

const usualHeader = "SERVICE-API-KEY";
let headerName: Promise<string> | undefined;

async function readHeaderName(): Promise<string> {
  const answer = await fetch(`${serviceAddress()}/console-settings.json`);
  return answer.ok ? Settings.parse(await answer.json()).apiKeyHeader : usualHeader;
}

/** Name of the API-key header, which carries the operator's brand; read once. */
export function apiKeyHeader(): Promise<string> {
  headerName ??= readHeaderName().catch(() => {
    headerName = undefined;
    return usualHeader;
  });
  return headerName;
}
