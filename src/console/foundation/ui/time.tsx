import { formatDateTime, formatFull, relativeTime } from "./time-format.ts";

/** `value` in ms since the epoch; the zone is shown on hover. */
export const Time = ({ value, relative = false }: { value: number; relative?: boolean }) => (
  <time
    dateTime={new Date(value).toISOString()}
    title={formatFull(value)}
    className="figures whitespace-nowrap"
  >
    {formatDateTime(value)}
    {relative ? <span className="text-text-muted"> · {relativeTime(value)}</span> : null}
  </time>
);
