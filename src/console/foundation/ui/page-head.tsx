import type { ReactNode } from "react";

interface PageHeadProps {
  title: ReactNode;
  /** Shown beside the title, such as a status. */
  state?: ReactNode;
  /** One line of facts; values in medium weight, words muted. Nulls are left out. */
  facts?: ReactNode[];
  /** Version of the entity: a new version has other facts, in other positions. */
  version?: number | null | undefined;
  children?: ReactNode;
}

/** Title and facts take one line each and are truncated if too long; on a phone they wrap. */
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
        {/* The index is a valid key, because facts keep their order and have no identity of their own. */}
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
