// The filters above a list: a search by name or id, and choices among the values that occur in its rows.
import { useEffect, useRef, type ReactNode } from "react";
import type { CountedValue } from "#contract/list-counts.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { ChoiceFilter } from "./choice-filter.tsx";

/** ms. Results that arrive sooner are drawn together with the new address, in one render instead of two. */
const soon = 100;

/**
 * Puts the search into the address once its results are prefetched, or after a moment; but never a search older than the
 * current one, nor after the page was left.
 */
function useSearchText(readAhead: ListFiltersProps["readAhead"]) {
  const setSearch = useSetSearch<{ search: string | undefined; page: undefined }>();
  /** Time at which the current search was typed. */
  const set = useRef(0);
  useEffect(() => {
    set.current = 0;
    return () => {
      set.current = Infinity;
    };
  }, []);
  return async (search: string | undefined) => {
    const typed = performance.now();
    await Promise.race([readAhead?.(search), new Promise((resolve) => setTimeout(resolve, soon))]);
    if (typed < set.current) return;
    set.current = typed;
    setSearch({ search, page: undefined });
  };
}

interface ListFiltersProps {
  /** Names the filters for screen readers: "Filter the gates". */
  label: string;
  search: string | undefined;
  /** Prefetches the results for this text, before the page is drawn with it; never rejects. */
  readAhead?: (search: string | undefined) => Promise<void>;
  /** Shown beside the search on a phone, where the other filters do not fit. */
  onPhone?: ReactNode;
  children?: ReactNode;
}

export function ListFilters({ label, search = "", readAhead, onPhone, children }: ListFiltersProps) {
  const setText = useSearchText(readAhead);
  return (
    <div role="search" aria-label={label} className="flex flex-wrap items-center gap-2 pb-3">
      <div className={onPhone ? "flex gap-2 max-tablet:w-full tablet:max-[1399px]:w-60" : "contents"}>
        <SearchField
          label="Filter by name or id"
          value={search}
          onChange={(text) => void setText(text || undefined)}
        />
        {onPhone}
      </div>
      {children}
    </div>
  );
}

interface ListChoiceProps {
  /** Name of the choice, such as "Status". */
  label: string;
  /** Field of the address that holds the chosen values. */
  name:
    | "status"
    | "tags"
    | "stale"
    | "band"
    | "health"
    | "result"
    | "guardrail"
    | "metric"
    | "owner"
    | "type"
    | "event";
  /** The values of all rows, in any order, or with the number of rows that each would leave. */
  values: Iterable<string> | readonly CountedValue[];
  chosen: readonly string[] | undefined;
  labelOf?: (value: string) => string;
}

const optionsOf = (values: (string | CountedValue)[]): { value: string; count?: number }[] =>
  [
    ...new Map(
      values.map((given) => {
        const option = typeof given === "string" ? { value: given } : given;
        return [option.value, option];
      }),
    ).values(),
  ].sort((left, right) => (left.value < right.value ? -1 : 1));

export function ListChoice({
  label,
  name,
  values,
  chosen = [],
  labelOf = (value) => value,
}: ListChoiceProps) {
  const setSearch = useSetSearch<Record<string, unknown>>();
  return (
    <ChoiceFilter
      label={label}
      options={(isOpen) =>
        optionsOf([...chosen, ...(isOpen ? values : [])]).map((option) => ({
          ...option,
          label: labelOf(option.value),
        }))
      }
      chosen={chosen}
      onChange={(next) => setSearch({ [name]: next.length ? next : undefined, page: undefined })}
    />
  );
}
