// The one cache of answers: when a call is tried again, and when an answer counts as old.
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { currentConnection, onConnection } from "./connection.ts";
import { ApiFailure, ContractMismatch } from "./failure.ts";
import { onTabs } from "./tabs.ts";

/** A refusal is an answer: only a call without an answer or with a failing service is tried once more. */
const tryAgain = (failures: number, error: Error) =>
  failures < 1 &&
  !(error instanceof ContractMismatch) &&
  !(error instanceof ApiFailure && error.status < 500);

export function createQueryClient() {
  // An answer is drawn as soon as it is there: a timer would let other work go first.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: 10_000,
        retry: tryAgain,
        retryDelay: 400,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  // After a save in another tab everything is read again here.
  onTabs(({ kind }) => {
    if (kind === "saved") void client.invalidateQueries();
  });
  // As it is when the service is back.
  let wasAway = false;
  onConnection(() => {
    const { isAway } = currentConnection();
    if (wasAway && !isAway) void client.invalidateQueries({}, { cancelRefetch: false });
    wasAway = isAway;
  });
  return client;
}
