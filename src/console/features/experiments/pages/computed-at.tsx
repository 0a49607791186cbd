import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { formatDateTime, formatFull, formatTime } from "#console/foundation/ui/time-format.ts";

interface ComputedAtProps {
  /** Of the results, ms. */
  time: number | undefined;
  /** ms */
  now: number;
}

/** When the results were computed: in the top bar, and where that has no room at the end of the results. */
export function ComputedAt({ time, now }: ComputedAtProps) {
  if (time === undefined) return null;
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  const text = (
    <>
      Computed{" "}
      <time dateTime={new Date(time).toISOString()} title={formatFull(time)}>
        {isToday ? `at ${formatTime(time)}` : formatDateTime(time)}
      </time>
    </>
  );
  return (
    <>
      <PageButtons>
        <span className="figures -order-1 whitespace-nowrap text-text-muted max-desk:hidden">{text}</span>
      </PageButtons>
      <p className="figures pt-3 text-12 text-text-muted desk:hidden">{text}</p>
    </>
  );
}
