import { useQuery } from "@tanstack/react-query";
import type { RecentChange } from "#contract/recent-change.ts";
import { query } from "#console/foundation/api/query.ts";
import type { ChangeMark } from "./chart-model.ts";

const most = 100;
const none: readonly ChangeMark[] = [];

const markOf = ({ id, time, before, after }: RecentChange): ChangeMark => ({
  time,
  name: (after ?? before)?.name ?? id,
});

/** The newest saves of gates, configs and experiments since a time in ms; none while they are read. A chart without them is still right. */
export function useChangeMarks(since: number | undefined): readonly ChangeMark[] {
  const { data } = useQuery({
    ...query("listChanges", { since: since ?? 0, limit: most }),
    enabled: since !== undefined,
  });
  return data?.data.map(markOf) ?? none;
}
