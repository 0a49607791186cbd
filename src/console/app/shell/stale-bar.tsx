// The age of the visible data, if it could not be read again.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { useConnection } from "#console/foundation/api/connection.ts";
import { useOnline } from "#console/foundation/api/current-key.ts";
import { NetworkFailure } from "#console/foundation/api/failure.ts";

/** Returns the time of the oldest visible answer that cannot be refreshed; undefined if all are fresh. */
function staleSince(client: QueryClient, answers: boolean): number | undefined {
  const times = client
    .getQueryCache()
    // The key is read only once, and its data does not age.
    .findAll({ type: "active", predicate: ({ queryKey: [name] }) => name !== "readCurrentKey" })
    .filter(({ state }) => state.data !== undefined && (!answers || state.error instanceof NetworkFailure))
    .map(({ state }) => state.dataUpdatedAt);
  return times.length ? Math.min(...times) : undefined;
}

export function StaleBar() {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(() => queueMicrotask(listener)),
    [client],
  );
  const online = useOnline();
  const { isAway } = useConnection();
  const since = useSyncExternalStore(subscribe, () => staleSince(client, online && !isAway));
  if (since === undefined) return null;
  const time = new Date(since);
  return (
    <div
      role="status"
      // Positioned over the page, so that it moves nothing.
      className="fixed bottom-16 left-1/2 z-30 flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 flex-wrap items-center gap-x-3 rounded border border-warning-line bg-warning-tint px-3 py-2 shadow-float"
    >
      <span>
        {online
          ? "The service cannot be reached. You see what it answered at "
          : "You are offline. You see what the service answered at "}
        <time dateTime={time.toISOString()} className="font-medium">
          {time.toLocaleTimeString()}
        </time>
        .
      </span>
      {online && (
        <button
          type="button"
          className="font-medium text-accent hover:underline"
          onClick={() => void client.refetchQueries({ type: "active" })}
        >
          Try again
        </button>
      )}
    </div>
  );
}
