import { formatTime } from "#console/foundation/ui/time-format.ts";

/** Since when this browser keeps a draft. It has its place before that is known: nothing beside it moves. */
export const DraftKept = ({ since }: { since: number | undefined }) =>
  since === undefined ? (
    <>
      Draft kept in this browser <span className="invisible">since {formatTime(0)}</span>
    </>
  ) : (
    `Draft kept in this browser since ${formatTime(since)}`
  );
