import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { changeText, type RecentChange } from "#console/editing/diff-merge/change-words.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import type { ChangeMark } from "./chart-model.ts";

const most = 100;
const none: readonly ChangeMark[] = [];

function markOf(change: RecentChange): ChangeMark {
  const { id, time, before, after } = change;
  return { time, name: (after ?? before)?.name ?? id, text: changeText(change) };
}

/**
 * Returns the most recent saves of gates, configs and experiments since a time in ms, and their total number; while loading,
 * those of the time before, or none. The chart is correct without them.
 */
export function useChangeMarks(since: number): { marks: readonly ChangeMark[]; total: number } {
  const { data } = useQuery(queryPage("listChanges", { since, limit: most }));
  const marks = useMemo(() => data?.data.map(markOf) ?? none, [data]);
  return { marks, total: data?.pagination?.totalItems ?? marks.length };
}
