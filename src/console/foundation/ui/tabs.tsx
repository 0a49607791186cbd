import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount } from "./wording.ts";

/** Classes of one tab; the current link has aria-current="page". */
const tabClass =
  "group/tab focus-inside relative flex h-10 shrink-0 items-center gap-1.5 whitespace-nowrap text-text-muted hover:text-text pointer-coarse:h-11 aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-accent";

interface TabLinksProps {
  /** Accessible name of the tab list. */
  label?: string;
  /** Field of the address that holds the tab. */
  name?: "tab" | "provider";
  /** Labels by tab name, in display order. */
  labels: Readonly<Record<string, ReactNode>>;
  current: string;
  /** The tab shown if the address names none; by default the first one. */
  usual?: string | undefined;
  /** Numbers beside the labels, by tab name; space is reserved for a number that arrives later. */
  counts?: Readonly<Record<string, number | undefined>>;
}

/** Scrolls the row of tabs to a link on narrow screens, without scrolling the page. */
function bringIntoRow(link: HTMLElement | null) {
  const row = link?.parentElement;
  if (!link || !row) return;
  // Deferred to the next frame: measuring now would force an extra layout before the effects change the page.
  requestAnimationFrame(() => {
    const start = link.offsetLeft - row.offsetLeft;
    const least = start + link.offsetWidth - row.clientWidth;
    row.scrollLeft = Math.min(start, Math.max(least, row.scrollLeft));
  });
}

/** Tabs as links, since the tab is part of the address. */
export const TabLinks = ({
  label = "Parts",
  name = "tab",
  labels,
  current,
  usual = Object.keys(labels)[0],
  counts = {},
}: TabLinksProps) => (
  // The baseline is a shadow, so that the current tab's own line can overlap it.
  <nav
    aria-label={label}
    className="flex gap-5 overflow-x-auto overflow-y-hidden [scrollbar-width:thin] shadow-[inset_0_-1px_0_var(--color-border)]"
  >
    {Object.entries(labels).map(([tab, text]) => (
      <Link
        key={tab}
        ref={tab === current ? bringIntoRow : undefined}
        to="."
        search={(before: object): object => ({ ...before, [name]: tab === usual ? undefined : tab })}
        replace
        className={tabClass}
        activeOptions={{ exact: true }}
        aria-current={tab === current ? "page" : undefined}
      >
        {text}
        {tab in counts ? (
          <span className="figures w-[1ch] whitespace-nowrap group-last/tab:w-auto text-12 font-regular text-text-muted">
            {counts[tab] === undefined ? null : formatCount(counts[tab])}
          </span>
        ) : null}
      </Link>
    ))}
  </nav>
);
