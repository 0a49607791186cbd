import { formatTime } from "#console/foundation/ui/time-format.ts";

/** Tells since when this browser has kept the draft. Reserves its space before the time is known, to avoid a layout shift. */
export const DraftPersistedNote = ({ since }: { since: number | undefined }) =>
  since === undefined ? (
    <>
      Draft kept in this browser <span className="invisible">since {formatTime(0)}</span>
    </>
  ) : (
    `Draft kept in this browser since ${formatTime(since)}`
  );
