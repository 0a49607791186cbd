// How reading behaves everywhere: what is tried again, and when an answer counts as old.
import { QueryClient } from "@tanstack/react-query";
import { currentConnection, onConnection } from "./connection.ts";
import { ApiFailure, ContractMismatch } from "./failure.ts";
import { onTabs } from "./tabs.ts";

/** A refusal is an answer: only a missing answer or a failing service is asked once more. */
const tryAgain = (failures: number, error: Error) =>
  failures < 1 &&
  !(error instanceof ContractMismatch) &&
  !(error instanceof ApiFailure && error.status < 500);

export function createQueryClient() {
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
  // What another tab saved is read again here.
  onTabs(({ kind }) => {
    if (kind === "saved") void client.invalidateQueries();
  });
  // So is what the service could not answer, once it is back.
  let wasAway = false;
  onConnection(() => {
    const { isAway } = currentConnection();
    if (wasAway && !isAway) void client.invalidateQueries({}, { cancelRefetch: false });
    wasAway = isAway;
  });
  return client;
}
