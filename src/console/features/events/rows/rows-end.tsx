// The end of the rows that were read: more are read as it comes near. It says how many there are.
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { EventRows } from "./use-event-rows.ts";

/** Rows are there before a reader who scrolls comes to them. */
const ahead = { rootMargin: "1500px" };

const counting = "Counting …";

interface RowsEndProps {
  rows: EventRows;
  /** Undefined until they are counted. */
  total: number | undefined;
  /** Beside the count. */
  children?: ReactNode;
}

export function RowsEnd({
  rows: { rows = [], hasMore, isReading, failure, readMore, isByHand },
  total,
  children,
}: RowsEndProps) {
  const end = useRef<HTMLDivElement>(null);
  const come = useEvent(() => {
    if (hasMore && !isReading && !failure) readMore();
  });
  // Looked at again after each part: the end may still be near.
  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (!isByHand && entries.some(({ isIntersecting }) => isIntersecting)) come();
    }, ahead);
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [come, rows.length, isByHand]);
  const counted = total === undefined ? undefined : plural(total, "event");
  const read = hasMore ? ` · ${formatCount(rows.length)} read` : "";
  return (
    <>
      <div ref={end} aria-hidden />
      {failure ? (
        <FailureNotice error={failure} title="Further events could not be read" retry={readMore} />
      ) : null}
      <div className="sticky bottom-0 z-2 flex min-h-12 items-center gap-3 border-t border-border bg-surface">
        {/* One text, and the button at the right: nothing moves when the count comes. A phone has room for a shorter one. */}
        <p className="figures min-w-0 flex-1 truncate text-text-muted max-tablet:hidden desk:w-80 desk:flex-none">
          {`${counted ? `${counted}, counted exactly` : counting}${read}`}
        </p>
        <p className="figures min-w-0 flex-1 truncate text-text-muted tablet:hidden">
          {`${counted ?? counting}${read}`}
        </p>
        {children}
        <span className="flex shrink-0 justify-end desk:w-24">
          {hasMore ? (
            <Button size="small" variant="quiet" className="min-w-24" onClick={come}>
              {isReading ? "Reading …" : "Read more"}
            </Button>
          ) : null}
        </span>
      </div>
    </>
  );
}
