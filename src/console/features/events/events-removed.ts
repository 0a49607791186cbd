// The sentence about events that were removed because they are older than events are kept.
import { useQuery } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import { removedText } from "#console/foundation/ui/removed-events.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** Undefined where none were removed. */
export function useRemovedText(): string | undefined {
  const { removedBefore = null, days = null } = useQuery(query("readEventRetention", {})).data?.data ?? {};
  if (removedBefore === null) return undefined;
  const kept = days === null ? "" : `: they are kept for ${plural(days, "day")}`;
  return `${removedText(removedBefore)}${kept}.`;
}
