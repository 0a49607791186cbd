// Loads the users of recent events, page by page. A change is back-tested on them before it is saved.
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EventUser } from "#contract/event.ts";
import { call } from "#console/foundation/api/call.ts";

export interface RecentUsers {
  /** The users, newest first. */
  readonly users: readonly EventUser[];
  /** Number of all recent users, including those that are not loaded. */
  readonly total: number;
}

interface Progress {
  readonly read: number;
  readonly wanted: number;
}

/** Choice: a change is tried on at most the 3000 newest users. */
const most = 3000;
const limit = 100;
const atOnce = 3;

/** Loads the newest users, and reports progress after every page. */
async function readRecentUsers(
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<RecentUsers> {
  const readPage = (page: number) => call("listEventUsers", { page, limit }, { signal });
  const first = await readPage(1);
  const total = first.pagination?.totalItems ?? first.data.length;
  const wanted = Math.min(total, most);
  const users = [...first.data];
  onProgress({ read: users.length, wanted });
  for (let page = 2; users.length < wanted; page += atOnce) {
    const pages = Math.min(atOnce, Math.ceil(wanted / limit) - page + 1);
    const found = await Promise.all(Array.from({ length: pages }, (_, index) => readPage(page + index)));
    const more = found.flatMap(({ data }) => data);
    // New events may shift the pages while they are loaded, so an empty page marks the end.
    if (more.length === 0) break;
    users.push(...more);
    onProgress({ read: Math.min(users.length, wanted), wanted });
  }
  const unique = new Map(users.map((user) => [user.userID, user]));
  return { users: [...unique.values()].slice(0, most), total };
}

/** Milliseconds for which the users are cached, so that a back-test uses the same users while its draft is edited. */
const staleTime = 300_000;
const progressKey = ["recent users progress"];

/** Loads the newest users of the events, with the progress; loading is aborted on unmount. */
export function useRecentUsers() {
  const client = useQueryClient();
  const { data: progress } = useQuery<Progress>({ queryKey: progressKey, queryFn: skipToken });
  const { data, error, refetch } = useQuery({
    queryKey: ["recent users"],
    queryFn: ({ signal }) => readRecentUsers(signal, (now) => client.setQueryData(progressKey, now)),
    staleTime,
  });
  return { recent: data, progress, error: data ? null : error, again: () => void refetch() };
}
