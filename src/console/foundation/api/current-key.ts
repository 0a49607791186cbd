// The rights of the key in use, by which pages disable saving with the reason.
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { currentConnection, useConnection } from "./connection.ts";
import { query } from "./query.ts";

/** Read once, since it only changes when another key is entered. */
const currentKey = { ...query("readCurrentKey", {}), staleTime: Number.POSITIVE_INFINITY };

/** Before the first page is drawn, which is then drawn once, with the rights of the key. */
export const readKeyAhead = async (client: QueryClient) =>
  currentConnection().needsKey ? undefined : client.prefetchQuery(currentKey);

/** The key in use. */
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

/** The reason why saving is not possible now, in one sentence; undefined when it is. */
export function useSaveRefusal(): string | undefined {
  const key = useCurrentKey();
  const online = useOnline();
  if (!online) return "You are offline. Saving is possible again when the connection is back.";
  if (key?.rights === "read")
    return `The key “${key.name}” can only read. Enter a key with write rights to save.`;
  return undefined;
}
