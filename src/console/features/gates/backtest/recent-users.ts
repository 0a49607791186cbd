// The users of recent events, read page by page: those that a change is tried on before it is made.
import type { EventUser } from "#contract/event.ts";
import { call } from "#console/foundation/api/call.ts";

export interface RecentUsers {
  /** The newest first. */
  readonly users: readonly EventUser[];
  /** How many there are altogether. */
  readonly total: number;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called after every page. */
  readonly onProgress: (read: number, wanted: number) => void;
}

/** Choice: a change is tried on the newest 3000 users at most, which the console says. */
const most = 3000;
const limit = 100;
const atOnce = 3;

export async function readRecentUsers({ signal, onProgress }: ReadOptions): Promise<RecentUsers> {
  const readPage = (page: number) => call("listEventUsers", { page, limit }, { signal });
  const first = await readPage(1);
  const total = first.pagination?.totalItems ?? first.data.length;
  const wanted = Math.min(total, most);
  const users = [...first.data];
  onProgress(users.length, wanted);
  for (let page = 2; users.length < wanted; page += atOnce) {
    const pages = Math.min(atOnce, Math.ceil(wanted / limit) - page + 1);
    const found = await Promise.all(Array.from({ length: pages }, (_, index) => readPage(page + index)));
    const more = found.flatMap(({ data }) => data);
    // Events that arrive meanwhile may shift the pages: the end is where nothing comes any more.
    if (more.length === 0) break;
    users.push(...more);
    onProgress(Math.min(users.length, wanted), wanted);
  }
  const unique = new Map(users.map((user) => [user.userID, user]));
  return { users: [...unique.values()].slice(0, most), total };
}
