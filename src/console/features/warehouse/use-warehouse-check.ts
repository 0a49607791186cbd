// Starts a connection test of the settings, and polls it until it is finished.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";
import { call } from "#console/foundation/api/call.ts";
import { query } from "#console/foundation/api/query.ts";

/** Polling interval in ms. */
const interval = 400;

export function useWarehouseCheck(provider: WarehouseProvider) {
  const [id, setId] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [isStarting, setIsStarting] = useState(false);
  const { data, error } = useQuery({
    ...query("readWarehouseCheck", { id: id ?? "" }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.error || state.data?.data.isFinished ? false : interval),
    throwOnError: false,
  });
  /** Starts a test. Not a mutation: nothing is saved, so no query is invalidated, and the settings, which hold secrets, are not cached. */
  const test = async (settings: Record<string, unknown>) => {
    setFailure(undefined);
    setIsStarting(true);
    try {
      const begun = await call("createWarehouseCheck", { body: { provider, settings } });
      setId(begun.data.id);
    } catch (thrown) {
      setFailure(thrown);
    }
    setIsStarting(false);
  };
  const check = id === undefined ? undefined : data?.data;
  const isRunning = isStarting || (id !== undefined && !error && !check?.isFinished);
  return { test, check, isRunning, failure: failure ?? error };
}
