import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RecentChange } from "#contract/recent-change.ts";
import { query } from "#console/foundation/api/query.ts";
import type { ChangeMark } from "./chart-model.ts";

const most = 100;
const none: readonly ChangeMark[] = [];

const markOf = ({ id, time, before, after }: RecentChange): ChangeMark => ({
  time,
  name: (after ?? before)?.name ?? id,
});

/** The newest saves of gates, configs and experiments since a time in ms, and how many there were; none while they are read. A chart without them is still right. */
export function useChangeMarks(since: number): { marks: readonly ChangeMark[]; total: number } {
  const { data } = useQuery(query("listChanges", { since, limit: most }));
  const marks = useMemo(() => data?.data.map(markOf) ?? none, [data]);
  return { marks, total: data?.pagination?.totalItems ?? marks.length };
}
