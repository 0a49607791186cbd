// A row of the experiment list and its columns. Memoized, so that it re-renders only when something it shows has changed.
import { memo, type ReactNode } from "react";
import { ListInterval } from "#console/foundation/charts/list-interval.tsx";
import {
  daysCell,
  guardrailCell,
  healthCell,
  leadCell,
  nameCell,
  nextCell,
  type Shared,
} from "./experiment-cells.tsx";
import type { ExperimentColumn } from "./experiment-list-search.ts";
import { leadInterval, type ListEntry } from "./list-entry.ts";

interface ListColumn {
  id: ExperimentColumn;
  header: string;
  cell: (entry: ListEntry, shared: Shared) => ReactNode;
  /** Classes for its width on a desktop, in narrow and wide containers. */
  width: string;
  /** Classes for its place on a card. */
  card: string;
  /** Classes that hide the column where there is no room for it. */
  leaves?: string;
}

export const listColumns: readonly ListColumn[] = [
  {
    id: "name",
    header: "Name",
    cell: nameCell,
    width: "w-[190px] @max-[1149px]:w-[184px] @min-[1400px]:w-[240px]",
    card: "card:[grid-area:n]",
  },
  {
    id: "health",
    header: "Health",
    cell: healthCell,
    width: "w-[172px] @max-[1149px]:w-[164px] @max-[999px]:w-[144px] @min-[1400px]:w-[220px]",
    card: "card:[grid-area:h]",
  },
  {
    id: "lead",
    header: "Lead metric",
    cell: leadCell,
    width: "w-[204px] @max-[1149px]:w-[204px] @max-[999px]:w-[176px] @min-[1400px]:w-[288px]",
    card: "card:[grid-area:l] card:mt-1.5",
  },
  {
    id: "interval",
    header: "Interval",
    cell: (entry, { end }) => (
      <ListInterval end={end} interval={leadInterval(entry)} className="mx-5 h-12 card:h-7" />
    ),
    width: "",
    card: "card:[grid-area:p]",
  },
  {
    id: "guardrail",
    header: "Worst guardrail",
    cell: guardrailCell,
    width: "w-[148px] @max-[1149px]:w-[146px] @max-[999px]:w-[124px] @min-[1400px]:w-[244px]",
    card: "card:[grid-area:g]",
  },
  {
    id: "days",
    header: "Days",
    cell: daysCell,
    width: "w-[104px]",
    card: "card:[grid-area:d] card:text-right",
    leaves: "@max-[999px]:@min-[797px]:hidden",
  },
  {
    id: "next",
    header: "Next step",
    cell: nextCell,
    width: "w-[132px] @max-[1149px]:w-[121px] @max-[999px]:w-[120px]",
    card: "card:[grid-area:x] card:text-right",
  },
];

export const rowClass =
  "card:grid card:grid-cols-[minmax(0,1fr)_auto] card:gap-x-3 card:border-b card:border-border card:py-3 card:[grid-template-areas:'n_x'_'h_d'_'l_l'_'p_p'_'g_g']";
export const cellClass =
  "border-border px-2 first:pl-0 last:pr-0 card:p-0 desk-row:h-12 desk-row:border-b desk-row:align-top desk-row:pt-1.5 desk-row:whitespace-nowrap";

interface ExperimentRowProps extends Shared {
  entry: ListEntry;
  columns: readonly ListColumn[];
  /** The first row is the one that Tab focuses. */
  isFirst: boolean;
  /** Must be a stable function, or memoization is lost. */
  onOpen: (entry: ListEntry) => void;
}

export const ExperimentRow = memo(function ExperimentRow({
  entry,
  columns,
  isFirst,
  onOpen,
  ...shared
}: ExperimentRowProps) {
  return (
    <tr
      tabIndex={isFirst ? 0 : -1}
      onClick={(event) => {
        const isControl = event.target instanceof Element && event.target.closest("a, button");
        if (!isControl && !globalThis.getSelection()?.toString()) onOpen(entry);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) onOpen(entry);
      }}
      className={`focus-inside cursor-pointer scroll-mt-20 scroll-mb-12 hover:bg-surface-hover card:hover:bg-transparent ${rowClass}`}
    >
      {columns.map(({ id, cell, card, leaves = "" }) => (
        <td
          key={id}
          className={`${cellClass} ${card} ${leaves} ${id === "interval" ? "desk-row:p-0! desk-row:overflow-visible" : ""}`}
        >
          {cell(entry, shared)}
        </td>
      ))}
    </tr>
  );
});
