// Time at which the results were computed: in the top bar or, if there is no room, below the results.
import { PageButtons } from "#console/foundation/ui/page-actions.tsx";
import { formatDateTime, formatFull, formatTime } from "#console/foundation/ui/time-format.ts";

interface ComputedAtProps {
  /** Time at which the results were computed, ms. */
  time: number | undefined;
  /** ms */
  now: number;
}

function Computed({ time, now }: { time: number; now: number }) {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return (
    <>
      Computed{" "}
      <time dateTime={new Date(time).toISOString()} title={formatFull(time)}>
        {isToday ? `at ${formatTime(time)}` : formatDateTime(time)}
      </time>
    </>
  );
}

/** Rendered before the other buttons, because it would move them if it came later. */
export const ComputedInBar = ({ time, now }: ComputedAtProps) =>
  time === undefined ? null : (
    <PageButtons>
      <span className="figures whitespace-nowrap text-text-muted max-desk:hidden">
        <Computed time={time} now={now} />
      </span>
    </PageButtons>
  );

export const ComputedAtEnd = ({ time, now }: ComputedAtProps) =>
  time === undefined ? null : (
    <p className="figures pt-3 text-12 text-text-muted desk:hidden">
      <Computed time={time} now={now} />
    </p>
  );
