// A sentence about events that were removed because their retention period was over.
import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** Days are in UTC, as for the service's retention. */
const inUtc = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Returns undefined if no events were removed. */
export function useRemovedText(): string | undefined {
  const { removedBefore = null, days = null } = useQuery(query("readEventRetention", {})).data?.data ?? {};
  if (removedBefore === null) return undefined;
  const kept = days === null ? "" : `: they are kept for ${plural(days, "day")}`;
  return `Events before ${inUtc.format(removedBefore)} were removed${kept}.`;
}
