// The single cache of answers: when a failed call is retried, and when an answer becomes stale.
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { currentConnection, onConnection } from "./connection.ts";
import { ApiFailure, ContractMismatch } from "./failure.ts";
import { onTabMessage } from "./tabs.ts";

/** A refusal is a valid answer: only a call that got no answer or a server error is retried once. */
const tryAgain = (failures: number, error: Error) =>
  failures < 1 &&
  !(error instanceof ContractMismatch) &&
  !(error instanceof ApiFailure && error.status < 500);

export function createQueryClient() {
  // Answers are delivered in a microtask, so that they are drawn at once: with a timer, other work would run first.
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
  // After a save in another tab, everything is read again here.
  onTabMessage(({ kind }) => {
    if (kind === "saved") void client.invalidateQueries();
  });
  // When the service is reachable again after an outage, everything is read again too.
  let wasAway = false;
  onConnection(() => {
    const { isAway } = currentConnection();
    if (wasAway && !isAway) void client.invalidateQueries({}, { cancelRefetch: false });
    wasAway = isAway;
  });
  return client;
}
