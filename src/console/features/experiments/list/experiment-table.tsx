// The table of the experiment list: in bands if sorted by urgency, with all intervals on one axis. Cards below 900 px.
import { useNavigate, useParams } from "@tanstack/react-router";
import { useMemo, type KeyboardEvent } from "react";
import type { ListCounts } from "#contract/list-counts.ts";
import type { Band } from "#statistics/experiment-need.ts";
import { formatTick } from "#console/features/experiments/results/model/format-result.ts";
import { intervalDomain } from "#console/foundation/charts/interval-domain.ts";
import { ListIntervalScale } from "#console/foundation/charts/list-interval.tsx";
import { HeaderCell } from "#console/foundation/table/header-cell.tsx";
import { countedValues } from "#console/foundation/table/listed-page.tsx";
import {
  deferredRowHeight,
  RowSpacer,
  useDrawnRowCount,
} from "#console/foundation/table/progressive-rows.tsx";
import { useRowLink } from "#console/foundation/table/row-link.tsx";
import { experimentState } from "#console/foundation/ui/entity-state.ts";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import type { ExperimentListSearch } from "./experiment-list-search.ts";
import { cellClass, ExperimentRow, listColumns, rowClass } from "./experiment-row.tsx";
import { decimalsIn, type ListEntry } from "./list-entry.ts";

export const bandTitles: Record<Band, string> = {
  decide: "Needs a decision",
  fix: "Fails its checks",
  running: experimentState("active"),
  planning: "Planned",
  decided: experimentState("decision_made"),
  archived: experimentState("archived"),
};

/** The end of the scale, computed from all matches, so that it is the same on every page. */
function endOf(counts: ListCounts): number {
  const reaches = countedValues(counts, "reach").map(({ value, count }) => {
    const [reach = "", isClear] = value.split(" ");
    return isClear ? { value: Number(reach), count } : { value: 0, delta: Number(reach), count };
  });
  return intervalDomain(reaches)[1];
}

/** ↑ ↓ Home End move between the rows. */
function moveAmongRows(event: KeyboardEvent<HTMLTableElement>) {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("tr[tabindex]")];
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>("tr[tabindex]") : null;
  const current = row ? rows.indexOf(row) : -1;
  const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (current < 0 || to === undefined) return;
  event.preventDefault();
  rows[to]?.focus();
}

/** Height of a row on a desktop, px. */
const rowHeight = 49;
/** Minimum height of a card in px, and the widest page in px that shows cards (the CSS variant `card`). */
const cardHeight = 119;
export const widestCards = 900;
/** Height above the table's rows on a desktop, of the first band's title, and of the paging that covers the lowest rows, px. */
const [above, titleHeight, pagingHeight] = [188, 44, 48];

interface ExperimentTableProps {
  /** Undefined while loading. */
  rows: readonly ListEntry[] | undefined;
  counts: ListCounts;
  search: ExperimentListSearch;
  /** Key of the query that produced the rows; another key means other rows. */
  of: string;
}

export function ExperimentTable({ rows, counts, search, of }: ExperimentTableProps) {
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const setSearch = useSetSearch<ExperimentListSearch>();
  const linkTo = useRowLink();
  const { sort = "next", order, hidden } = search;
  const columns = useMemo(() => listColumns.filter(({ id }) => !hidden?.includes(id)), [hidden]);
  /** Hidden columns get cells of their own: a spanning cell would reserve their width again. */
  const leaving = columns.flatMap(({ id, leaves }) => (leaves ? { id, leaves } : []));
  const staying = columns.length - leaving.length;
  // Lines to render: rows and band titles.
  const bandOf = (entry: ListEntry) => (sort === "next" ? entry.band : undefined);
  const titles = new Set(rows?.map(bandOf)).size - 1;
  const lineHeight = innerWidth > widestCards ? rowHeight : cardHeight;
  const others = above + pagingHeight + (sort === "next" ? titleHeight : 0);
  const lines = useDrawnRowCount((rows?.length ?? 0) + titles, of, lineHeight, others);
  const end = useMemo(() => endOf(counts), [counts]);
  const decimals = decimalsIn(rows ?? []);
  const labels = rows ? [-1, -0.5, 0, 0.5, 1].map((share) => formatTick(share * end, "percent")) : [];
  const bodies: { band: Band | undefined; entries: ListEntry[] }[] = [];
  let drawn = 0;
  for (const entry of rows ?? []) {
    const band = bandOf(entry);
    const last = bodies.at(-1);
    const isSame = last?.band === band;
    // The first band's title is above the lines and not one of them.
    const titlesAbove = isSame ? bodies.length - 1 : bodies.length;
    if (drawn + titlesAbove >= lines) break;
    drawn += 1;
    if (last && isSame) last.entries.push(entry);
    else bodies.push({ band, entries: [entry] });
  }
  const rest = (rows?.length ?? 0) - drawn;
  const open = useEvent(
    ({ id, name }: ListEntry) =>
      void navigate({ to: "/$company/experiments/$id", params: { company, id }, state: { name } }),
  );
  return (
    <div className="@container">
      <table
        className="w-full table-fixed border-separate border-spacing-0 card:block"
        onKeyDown={moveAmongRows}
        aria-hidden={!rows}
        inert={!rows}
      >
        <caption className="sr-only">Experiments</caption>
        <colgroup className="card:hidden">
          {columns.map(({ id, width, leaves = "" }) => (
            <col key={id} className={`${width} ${leaves}`} />
          ))}
        </colgroup>
        <thead className="card:sticky card:top-bar card:z-3 card:block card:border-y card:border-border card:bg-surface">
          <tr className="card:block">
            {columns.map(({ id, header, leaves = "" }) =>
              id === "interval" ? (
                <th
                  key={id}
                  scope="col"
                  className="top-bar z-2 h-8 border-border bg-surface px-2 text-12 font-medium text-text-muted card:block card:h-7 card:px-0 card:pt-1.5 desk-row:sticky desk-row:border-y"
                >
                  <span className="sr-only">Interval</span>
                  <div
                    className={`px-3 ${labels.some(({ length }) => length > 5) ? "@min-[797px]:[&_span_span:nth-child(even)]:hidden" : "@min-[797px]:@max-[1149px]:[&_span_span:nth-child(even)]:hidden"}`}
                  >
                    <ListIntervalScale labels={labels} />
                  </div>
                </th>
              ) : (
                <HeaderCell
                  key={id}
                  column={{ id, header }}
                  sort={{ column: sort, descending: order === "descending" }}
                  onSort={({ descending }) =>
                    setSearch({ sort: id, order: descending ? "descending" : "ascending", page: undefined })
                  }
                  className={`top-bar z-2 px-2 card:hidden ${leaves}`}
                />
              ),
            )}
          </tr>
        </thead>
        {rows ? null : (
          <tbody className="row-outline card:block">
            {Array.from({ length: 9 }, (_, index) => (
              <tr key={index} className={rowClass}>
                {columns.map(({ id, card, leaves = "" }) => (
                  <td key={id} className={`${cellClass} ${card} ${leaves}`} />
                ))}
              </tr>
            ))}
          </tbody>
        )}
        {bodies.map(({ band, entries }, part) => (
          <tbody key={`${of} ${band}`} className="card:block">
            {band ? (
              <tr className="card:block">
                <th
                  scope="rowgroup"
                  colSpan={staying}
                  className="h-11 border-b border-border pb-2 text-left align-bottom font-regular card:block card:h-auto card:pt-5"
                >
                  <h2 className="mr-2 inline font-strong">{bandTitles[band]}</h2>
                  <span className="figures text-12 text-text-muted">
                    {formatCount(
                      countedValues(counts, "band").find(({ value }) => value === band)?.count ??
                        entries.length,
                    )}
                  </span>
                </th>
                {leaving.map(({ id, leaves }) => (
                  <td key={id} className={`border-b border-border card:hidden ${leaves}`} />
                ))}
              </tr>
            ) : null}
            {entries.map((entry, index) => (
              <ExperimentRow
                key={entry.id}
                entry={entry}
                columns={columns}
                isFirst={part + index === 0}
                onOpen={open}
                end={end}
                decimals={decimals}
                linkTo={linkTo}
              />
            ))}
          </tbody>
        ))}
        {rest > 0 ? (
          <tbody className="card:block">
            <RowSpacer rows={rest} columns={staying} rowHeight={deferredRowHeight(rowHeight)} />
          </tbody>
        ) : null}
      </table>
      {rows ? null : <p role="status" aria-label="Loading the experiments" />}
    </div>
  );
}
