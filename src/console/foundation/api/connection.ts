// The connection to the service, and its API key. The key is never shown, logged, or put into an address.
import { useSyncExternalStore } from "react";
import { z } from "zod/mini";

const storageKey = "assay.key";
const Settings = z.looseObject({ apiKeyHeader: z.string() });

export interface Connection {
  readonly key: string | undefined;
  /** The service refused the key, or there is no key, so the key page asks for one. */
  readonly needsKey: boolean;
  /** The service did not answer the last request. */
  readonly isAway: boolean;
  /** A different key that a link brought, kept until the user decides which of the two to use. */
  readonly offeredKey: string | undefined;
}

let connection: Connection = { key: undefined, needsKey: true, isAway: false, offeredKey: undefined };
const listeners = new Set<() => void>();

function change(next: Partial<Connection>) {
  connection = { ...connection, ...next };
  for (const listener of listeners) listener();
}

/** Reads the key from `#key=…` and removes it from the address and the browser history at once. */
function keyFromAddress(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return given || undefined;
}

/** A link must not silently sign the user in with a different key: if there is a key already, the user chooses. */
function offerKey(given: string | undefined) {
  if (!given || given === connection.key) return;
  if (connection.key === undefined || connection.needsKey) takeKey(given, false);
  else change({ offeredKey: given });
}

export function resolveOfferedKey(isTaken: boolean) {
  const { offeredKey } = connection;
  change({ offeredKey: undefined });
  if (isTaken && offeredKey) takeKey(offeredKey, false);
}

/** Reads the key from this tab, else from this browser, else from the link; links opened later are read too. */
export function openConnection() {
  const given = keyFromAddress();
  const key = sessionStorage.getItem(storageKey) || localStorage.getItem(storageKey) || undefined;
  change({ key, needsKey: key === undefined, offeredKey: undefined });
  offerKey(given);
  addEventListener("hashchange", () => offerKey(keyFromAddress()));
}

const WithKey = z.object({ key: z.string() });
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("assay.key") : undefined;
tabs?.addEventListener("message", ({ data }) => {
  const { key, needsKey } = connection;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin has no target to name
  if (data === "wanted" && key !== undefined && !needsKey) tabs.postMessage({ key });
});

/** ms to wait for a key; another tab answers within a few ms. */
const longestWait = 150;

/**
 * Takes over the key of another open tab, if any, so that the user is asked once per browser, not once per tab. Stores
 * nothing.
 */
export async function takeKeyOfOtherTabs(): Promise<void> {
  if (!connection.needsKey || !tabs) return;
  const waiting = new AbortController();
  await new Promise<void>((resolve) => {
    tabs.addEventListener(
      "message",
      ({ data }) => {
        const { success, data: answer } = WithKey.safeParse(data);
        if (!success) return;
        takeKey(answer.key, localStorage.getItem(storageKey) !== null);
        resolve();
      },
      { signal: waiting.signal },
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin has no target to name
    tabs.postMessage("wanted");
    setTimeout(resolve, longestWait);
  });
  waiting.abort();
}

/** Uses this key from now on. The key is stored for this tab, and for the whole browser only if the user agrees. */
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

/** Notes that the service refused this key; a newer key entered in the meantime is not affected. */
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

/** Notes whether the service has just answered; while it does not, it is polled until it is back. */
export function reportReachability(hasAnswered: boolean) {
  if (connection.isAway === hasAnswered) change({ isAway: !hasAnswered });
  clearTimeout(nextCheck);
  if (!hasAnswered) nextCheck = setTimeout(() => void checkService(), checkAgainAfter);
}

/** Returns whether the service answers now. */
export async function checkService(): Promise<boolean> {
  const hasAnswered = await fetch(`${serviceAddress()}/healthz`, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  reportReachability(hasAnswered);
  return hasAnswered;
}

const usualHeader = "SERVICE-API-KEY";
let headerName: Promise<string> | undefined;

async function readHeaderName(): Promise<string> {
  const answer = await fetch(`${serviceAddress()}/console-settings.json`);
  return answer.ok ? Settings.parse(await answer.json()).apiKeyHeader : usualHeader;
}

/**
 * Name of the API-key header, which carries the operator's brand; requested once if the service did not write it into the
 * page.
 */
export function apiKeyHeader(): string | Promise<string> {
  const written = document.querySelector<HTMLMetaElement>("meta[name=api-key-header]")?.content;
  if (written) return written;
  headerName ??= readHeaderName().catch(() => {
    headerName = undefined;
    return usualHeader;
  });
  return headerName;
}
