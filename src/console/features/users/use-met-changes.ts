import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { changeText, type RecentChange } from "#console/editing/diff-merge/change-words.ts";
import { query } from "#console/foundation/api/query.ts";
import { isChange, type Session } from "./sessions.ts";

/** Maximum number of changes read, newest first, of the whole project. */
const most = 100;

export interface MetChange extends Pick<RecentChange, "kind" | "id" | "time"> {
  readonly name: string;
  /** Describes the change. */
  readonly text: string;
}

/** Keys of the gates, configs and experiments that occur in the entries. */
function metIn(sessions: readonly Session[]): ReadonlySet<string> {
  const entries = sessions.flatMap(({ lines }) => lines.flatMap((line) => line.entries));
  return new Set(
    entries.flatMap((entry) => {
      if (isChange(entry)) return [];
      return [entry.exposure?.experiment, entry.check?.id].filter((id) => id !== undefined);
    }),
  );
}

/** Returns the saves of entities that occur in the sessions, since a time in ms, newest first. */
export function useMetChanges(sessions: readonly Session[], since: number) {
  const { data, isError } = useQuery(query("listChanges", { since, limit: most }));
  const met = useMemo(() => metIn(sessions), [sessions]);
  const changes = useMemo(
    () =>
      (data?.data ?? []).flatMap((change): MetChange[] => {
        const { kind, id, time, before, after } = change;
        return met.has(id)
          ? [{ kind, id, time, name: (after ?? before)?.name ?? id, text: changeText(change) }]
          : [];
      }),
    [data, met],
  );
  return {
    changes,
    isRead: data !== undefined,
    isFailed: isError && data === undefined,
    isWhole: (data?.pagination?.totalItems ?? 0) <= most,
  };
}
