// Shows the freshness of a source's rows: a state and a time.
import { useQuery } from "@tanstack/react-query";
import type { SourceFreshness } from "#contract/source-preview.ts";
import { query } from "#console/foundation/api/query.ts";
import { Status, type StatusTone } from "#console/foundation/ui/status.tsx";
import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";

/** Polling interval in ms while the service is checking a source. */
const soon = 2000;

/** Loads the freshness of all sources; polls while the service is checking any of them. */
export function useFreshnessOfAll(): readonly SourceFreshness[] {
  const { data } = useQuery({
    ...query("listSourceFreshness", { limit: 100 }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ isChecking }) => isChecking) ? soon : false),
  });
  return data?.data ?? [];
}

export const useFreshness = (kind: string, name: string): SourceFreshness | undefined =>
  useFreshnessOfAll().find((one) => one.kind === kind && one.name === name);

const words: Readonly<Record<string, readonly [StatusTone, string]>> = {
  fresh: ["live", "Fresh"],
  stale: ["warning", "Stale"],
  readable: ["live", "Readable"],
  empty: ["warning", "No rows of seven days"],
  failing: ["danger", "Cannot be read"],
};

interface SourceStateProps {
  freshness: SourceFreshness | undefined;
  /** Shows the whole problem of a source that cannot be read; otherwise only what fits into the line. */
  isWhole?: boolean;
}

export function SourceState({ freshness, isWhole = false }: SourceStateProps) {
  if (!freshness) return null;
  const { state, newestTime, problem, isChecking } = freshness;
  const [tone, word] = words[state] ?? ["off", isChecking ? "Looking" : "Not looked at"];
  return (
    <span
      className={`flex min-w-0 items-center gap-x-2 ${isWhole ? "flex-wrap" : ""}`}
      title={problem ?? undefined}
    >
      <Status tone={tone}>{word}</Status>
      {newestTime ? (
        <span className="text-text-muted" title={formatFull(newestTime)}>
          newest {relativeTime(newestTime)}
        </span>
      ) : null}
      {problem ? (
        <span className={`min-w-0 text-text-muted ${isWhole ? "wrap-anywhere" : "truncate"}`}>{problem}</span>
      ) : null}
    </span>
  );
}
