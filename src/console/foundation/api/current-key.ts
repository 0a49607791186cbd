// The rights of the API key in use. Pages use them to disable saving and to give the reason.
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { currentConnection, useConnection } from "./connection.ts";
import { query } from "./query.ts";

/** Never stale, since the answer only changes when another key is entered. */
const currentKey = { ...query("readCurrentKey", {}), staleTime: Number.POSITIVE_INFINITY };

/** Prefetches the key's rights before the first page is drawn, so that the page is drawn only once. */
export const readKeyAhead = async (client: QueryClient) =>
  currentConnection().needsKey ? undefined : client.prefetchQuery(currentKey);

/** Returns the API key in use, with its rights. */
export function useCurrentKey() {
  const { needsKey } = useConnection();
  const read = useQuery({ ...currentKey, enabled: !needsKey });
  return needsKey ? undefined : read.data?.data;
}

const subscribeToNetwork = (listener: () => void) => {
  const listening = new AbortController();
  addEventListener("online", listener, listening);
  addEventListener("offline", listener, listening);
  return () => listening.abort();
};

export const useOnline = () => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);

/** Returns the reason why saving is not possible now, in one sentence, or undefined if it is possible. */
export function useSaveRefusal(): string | undefined {
  const key = useCurrentKey();
  const online = useOnline();
  if (!online) return "You are offline. Saving is possible again when the connection is back.";
  if (key?.rights === "read")
    return `The key “${key.name}” can only read. Enter a key with write rights to save.`;
  return undefined;
}
