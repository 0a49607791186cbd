import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount } from "./wording.ts";

/** The look of one tab; the current link carries aria-current="page". */
export const tabClass =
  "focus-inside relative flex h-10 shrink-0 items-center gap-1.5 whitespace-nowrap text-text-muted hover:text-text pointer-coarse:h-11 aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-accent";

/** Tabs are links, since the tab is part of the address. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  // The line is a shadow, so that the current tab's own line can lie on it.
  <nav
    aria-label={label}
    className="flex gap-5 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_0_var(--color-border)]"
  >
    {children}
  </nav>
);

export const TabCount = ({ children }: { children: ReactNode }) => (
  <span className="figures text-12 font-regular text-text-muted">{children}</span>
);

interface TabLinksProps {
  /** In their order; the first one is the page without a tab in its address. */
  labels: Readonly<Record<string, string>>;
  current: string;
  /** What stands in a tab, by its name. */
  counts?: Readonly<Record<string, number | undefined>>;
}

const withTab = (search: object, tab: string | undefined): object => ({ ...search, tab });

/** The tabs of an entity's page. */
export const TabLinks = ({ labels, current, counts = {} }: TabLinksProps) => (
  <Tabs label="Parts">
    {Object.entries(labels).map(([name, label], index) => (
      <Link
        key={name}
        to="."
        search={(before: object) => withTab(before, index === 0 ? undefined : name)}
        replace
        className={tabClass}
        activeOptions={{ exact: true }}
        aria-current={name === current ? "page" : undefined}
      >
        {label}
        {counts[name] === undefined ? null : <TabCount>{formatCount(counts[name])}</TabCount>}
      </Link>
    ))}
  </Tabs>
);
