import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronDown, ListFilter } from "lucide-react";
import { useState } from "react";
import type { ListCounts } from "#contract/list-counts.ts";
import type { Band } from "#statistics/experiment-need.ts";
import { shortName } from "#console/features/experiments/results/verdict/health-messages.ts";
import { query } from "#console/foundation/api/query.ts";
import { ChoiceFilter } from "#console/foundation/table/choice-filter.tsx";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import { ListChoice, ListFilters } from "#console/foundation/table/list-filters.tsx";
import { ListViews } from "#console/foundation/table/list-views.tsx";
import { Button, buttonClass } from "#console/foundation/ui/button.tsx";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { useLater } from "#console/foundation/ui/use-later.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { experimentPageOf } from "./experiment-list-input.ts";
import { experimentColumns, type ExperimentListSearch } from "./experiment-list-search.ts";
import { listColumns } from "./experiment-row.tsx";
import { bandTitles, widestCards } from "./experiment-table.tsx";

const route = getRouteApi("/$company/experiments");

const wordsOfHealth: Readonly<Record<string, string>> = { passed: "Healthy", waiting: "Waiting" };
const healthName = (name: string) => wordsOfHealth[name] ?? shortName({ name, status: "", description: "" });
const filters = [
  { label: "Status", name: "status", labelOf: experimentState },
  { label: "Health", name: "health", labelOf: healthName },
  { label: "Result", name: "result", labelOf: capitalise },
  { label: "Guardrail", name: "guardrail", labelOf: capitalise },
  { label: "Metric", name: "metric" },
  { label: "Owner", name: "owner" },
  { label: "Tags", name: "tags" },
] as const;

const isBand = (name: string): name is Band => name in bandTitles;
/**
 * The rows already show the section, so this filter appears only if a view has set it; otherwise rows would
 * be hidden silently.
 */
const bandFilter = {
  label: "Section",
  name: "band",
  labelOf: (name: string) => (isBand(name) ? bandTitles[name] : name),
} as const;

const orders = [
  { value: "next", label: "Most urgent" },
  { value: "name", label: "Name" },
  { value: "health", label: "Health" },
  { value: "lead", label: "Lead metric" },
  { value: "guardrail", label: "Worst guardrail" },
  { value: "days", label: "Days left" },
] as const;

const ExperimentViews = lazyPart(
  "The views",
  async () => (await import("./experiment-views.tsx")).ExperimentViews,
);

export function ExperimentFilters({ counts }: { counts: ListCounts }) {
  const { page: _page, ...search } = route.useSearch();
  const client = useQueryClient();
  const setSearch = useSetSearch<ExperimentListSearch>();
  const [isOpen, setOpen] = useState(false);
  const { hidden = [], sort = "next" } = search;
  const isLater = useLater();
  /** A wide page hides these, so they are drawn after the rows, for the case that it gets narrower. */
  const drawsNarrow = isLater || innerWidth <= widestCards;
  return (
    <ListFilters
      label="Filter the experiments"
      search={search.search}
      readAhead={(typed) =>
        client.prefetchQuery(query("listExperimentRows", experimentPageOf({ ...search, search: typed })))
      }
      onPhone={
        drawsNarrow ? (
          <Button
            aria-label="Filters"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="w-control px-0! tablet:hidden"
          >
            <ListFilter size={16} aria-hidden />
          </Button>
        ) : (
          // Keeps the width of the search.
          <></>
        )
      }
    >
      <div
        className={`flex flex-wrap items-center gap-2 tablet:contents min-[1440px]:flex min-[1440px]:flex-1 min-[1440px]:gap-1.5 ${isOpen ? "" : "max-tablet:hidden"}`}
      >
        {[...(search.band?.length ? [bandFilter] : []), ...filters].map(({ label, name, ...rest }) => (
          <ListChoice
            key={name}
            label={label}
            name={name}
            values={countedValues(counts, name)}
            chosen={search[name]}
            {...rest}
          />
        ))}
        {/* The calendar is always sorted by time. */}
        {search.weeks || !drawsNarrow ? null : (
          <label className={`relative pr-0! desk-row:hidden ${buttonClass("outlined")}`}>
            <span className="font-regular text-text-muted">Sort</span>
            {/* A native select, because this code is part of the page's first load. */}
            <select
              value={sort}
              onChange={(event) =>
                setSearch({
                  sort: orders.find(({ value }) => value === event.target.value)?.value,
                  order: undefined,
                  page: undefined,
                })
              }
              className="h-full appearance-none rounded bg-transparent pr-8"
            >
              {orders.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <ChevronDown size={14} aria-hidden className="pointer-events-none absolute right-3" />
          </label>
        )}
        <div className="ml-auto flex gap-1.5">
          <ListViews dialog={ExperimentViews} />
          {search.weeks ? null : (
            <span className="card:hidden">
              <ChoiceFilter
                isAtEnd
                label="Columns"
                summary=""
                options={listColumns.slice(1).map(({ id, header }) => ({ value: id, label: header }))}
                chosen={experimentColumns.filter((name) => !hidden.includes(name))}
                onChange={(names) =>
                  setSearch({
                    hidden: experimentColumns.filter((name) => name !== "name" && !names.includes(name)),
                  })
                }
              />
            </span>
          )}
        </div>
      </div>
    </ListFilters>
  );
}
