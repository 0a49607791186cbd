import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";

interface FreshnessProps {
  /** Time of the newest event, ms. */
  time: number | null | undefined;
  /** Time at which the metric was read, ms. */
  now: number;
}

const week = 7 * 86_400_000;

/** Time of the metric's last event; amber if that was more than a week ago. */
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
