import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "#console/foundation/ui/button.tsx";
import { formatCount } from "#console/foundation/ui/wording.ts";

interface PagingProps {
  total: number;
  /** Starts at 1. */
  page: number;
  limit: number;
  onPage: (page: number) => void;
  /** Absent if the page size is fixed. */
  onLimit?: (limit: number) => void;
  /** Plural of the listed items. */
  noun?: string;
  /** Label of the navigation on pages with more than one list. */
  label?: string;
}

const limits = [10, 20, 50, 100];

export const pageOf = <T,>(rows: readonly T[], page: number, limit: number): T[] =>
  rows.slice((page - 1) * limit, page * limit);

export function Paging({ total, page, limit, onPage, onLimit, noun = "", label = "Pages" }: PagingProps) {
  const last = Math.max(1, Math.ceil(total / limit));
  const from = total === 0 ? 0 : (page - 1) * limit + 1;
  const to = Math.min(page * limit, total);
  const range =
    from > total
      ? `None of ${formatCount(total)}`
      : `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`;
  return (
    <nav
      aria-label={label}
      className="sticky bottom-0 z-2 flex min-h-12 flex-wrap items-center gap-2 border-t border-border bg-surface"
    >
      <p aria-live="polite" className="figures text-text-muted tablet:min-w-40">
        {range} {noun}
      </p>
      {/* A native select, since every list page loads this code before it shows anything. */}
      {onLimit ? (
        <span className="relative flex items-center text-text-muted">
          <select
            aria-label="Page size"
            value={limit}
            onChange={(event) => onLimit(Number(event.target.value))}
            className="h-control appearance-none rounded bg-surface pr-7 pl-2 font-medium hover:bg-surface-hover hover:text-text"
          >
            {[...new Set([...limits, limit])].map((size) => (
              <option key={size} value={size}>
                {size} a page
              </option>
            ))}
          </select>
          <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-2" />
        </span>
      ) : null}
      <span className="ml-auto flex items-center gap-2">
        <p className="figures text-right text-text-muted max-tablet:sr-only tablet:min-w-32">
          Page {formatCount(page)} of {formatCount(last)}
        </p>
        <IconButton
          label="Previous page"
          variant="outlined"
          reasonAt="page"
          icon={ChevronLeft}
          disabledReason={page <= 1 ? "This is the first page" : undefined}
          onClick={() => onPage(Math.min(page - 1, last))}
        />
        <IconButton
          label="Next page"
          variant="outlined"
          reasonAt="page"
          icon={ChevronRight}
          disabledReason={page >= last ? "This is the last page" : undefined}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}
