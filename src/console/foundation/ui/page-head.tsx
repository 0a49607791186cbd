import type { ReactNode } from "react";

interface PageHeadProps {
  title: ReactNode;
  /** Stands beside the title, such as a status. */
  state?: ReactNode;
  /** One line of facts; values medium, words muted. What is null is left out. */
  facts?: ReactNode[];
  /** Of the entity: another one has other facts, in other places. */
  version?: number | null | undefined;
  children?: ReactNode;
}

export const PageHead = ({ title, state, facts = [], version, children }: PageHeadProps) => (
  <header className="pt-5 pb-3">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="text-24 font-strong tracking-[-0.02em] break-words">{title}</h1>
      {state}
    </div>
    {facts.length > 0 ? (
      <ul
        key={version}
        className="mt-0.5 flex flex-wrap gap-x-5 text-text-muted [&_b]:font-medium [&_b]:text-text"
      >
        {/* Facts are a fixed line without identity of their own. */}
        {facts.map((fact, index) => (fact === null ? null : <li key={index}>{fact}</li>))}
      </ul>
    ) : null}
    {children}
  </header>
);
