import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";

interface FreshnessProps {
  /** ms; of the newest event. */
  time: number | null | undefined;
  /** ms; when it was read. */
  now: number;
}

const week = 7 * 86_400_000;

/** When an event of a metric came last; amber where a week went by without one. */
export function Freshness({ time, now }: FreshnessProps) {
  if (!time) return <span className="text-warning">No events yet</span>;
  return (
    <time
      dateTime={new Date(time).toISOString()}
      title={formatFull(time)}
      className={now - time > week ? "text-warning" : "text-text-muted"}
    >
      {relativeTime(time, now)}
    </time>
  );
}
