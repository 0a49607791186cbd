// The footer of the rows: shows their number, and loads more as it scrolls near the viewport.
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";
import type { EventRows } from "./use-event-rows.ts";

/** Rows are loaded before the user scrolls to them. */
const ahead = { rootMargin: "1500px" };

const counting = "Counting …";

interface RowsEndProps {
  rows: EventRows;
  /** Undefined until counted. */
  total: number | undefined;
  /** Shown beside the count. */
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
  // Observed again after each page, because the end may still be near.
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
        {/* A single text with the button on the right, so that nothing moves when the count arrives. A phone
            shows a shorter text. */}
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
