// Reads the log of one user page by page, and counts what is known of each kind.
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { TimelineItem, UnitAttributes } from "#contract/event-answers.ts";
import { call } from "#console/foundation/api/call.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { changesOf, withChanges } from "./sessions.ts";

export type Kind = "" | "event" | "exposure" | "check" | "change";
const isAsked = (kind: Kind): kind is "event" | "exposure" | "check" => kind !== "" && kind !== "change";

interface Input {
  unit: string;
  kind?: "event" | "exposure" | "check";
  from?: string;
  where?: string;
}

const timeline = (input: Input) =>
  infiniteQueryOptions({
    queryKey: ["readUnitTimeline", input, "pages"],
    queryFn: ({ pageParam, signal }) =>
      call("readUnitTimeline", { ...input, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ data }) => data.cursor,
  });

interface Read {
  data?: { pages: readonly { data: { items: readonly TimelineItem[] } }[] } | undefined;
  hasNextPage: boolean;
}

/** Returns the timeline of one kind, or of all; attribute changes are included in all, unless conditions leave only events. */
export function useTimeline(
  { kind, ...others }: Omit<Input, "kind"> & { kind: Kind },
  known: UnitAttributes | undefined,
) {
  const read = useInfiniteQuery(timeline({ ...others, ...(isAsked(kind) && { kind }) }));
  // Not fetched here: if all kinds were read before, the cache provides their counts.
  const all = useInfiniteQuery({ ...timeline(others), enabled: false });
  const entriesOf = ({ data, hasNextPage }: Read, changes = known && !others.where ? changesOf(known) : []) =>
    withChanges(data?.pages.flatMap((page) => page.data.items) ?? [], changes, !hasNextPage);
  const ofAll = entriesOf(all);
  const ofKind = isAsked(kind) ? entriesOf(read, []) : ofAll;

  /** Such as "87", or "87+" while older entries are not loaded; undefined if unknown. */
  function countOf(counted: Kind): string | undefined {
    // Conditions apply to events only.
    if (others.where && counted !== "" && counted !== "event") return undefined;
    const isShown = counted === kind && isAsked(kind);
    const [from, entries] = isShown && read.data ? [read, ofKind] : [all, ofAll];
    if (!from.data) return undefined;
    const count = entries.filter((entry) => counted === "" || entry.kind === counted).length;
    if (!from.hasNextPage) return formatCount(count);
    return count > 0 ? `${formatCount(count)}+` : undefined;
  }

  return {
    read,
    entries: kind === "change" ? ofAll.filter((entry) => entry.kind === "change") : ofKind,
    countOf,
  };
}
