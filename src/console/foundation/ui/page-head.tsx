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

/** Title and facts are a line each, cut where there is no room; on a phone they wrap. */
export const PageHead = ({ title, state, facts = [], version, children }: PageHeadProps) => (
  <header className="pt-5 pb-3">
    <div className="flex items-center gap-x-3 gap-y-1 max-tablet:flex-wrap">
      <h1
        title={typeof title === "string" ? title : undefined}
        className="min-w-0 text-24 font-strong tracking-[-0.02em] break-words tablet:truncate"
      >
        {title}
      </h1>
      {state}
    </div>
    {facts.length > 0 ? (
      <ul
        key={version}
        className="mt-0.5 gap-x-5 text-text-muted max-tablet:flex max-tablet:flex-wrap tablet:relative tablet:-m-1 tablet:mt-[-2px] tablet:truncate tablet:p-1 [&_b]:font-medium [&_b]:text-text"
      >
        {/* Facts are a fixed line without identity of their own. */}
        {facts.map((fact, index) =>
          fact === null ? null : (
            <li key={index} className="tablet:inline tablet:not-last:mr-5">
              {fact}
            </li>
          ),
        )}
      </ul>
    ) : null}
    {children}
  </header>
);
