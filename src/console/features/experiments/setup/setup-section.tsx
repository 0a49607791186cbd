import type { ReactNode } from "react";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";

interface SetupSectionProps {
  title: string;
  note?: string;
  children: ReactNode;
}

/** A section of a tab with a heading. */
export const SetupSection = ({ title, note, children }: SetupSectionProps) => (
  <section aria-label={title} className="pb-4">
    <SectionHead title={title} note={note} />
    {children}
  </section>
);

/** A name and its value in a definition list. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-h-8 grid-cols-[180px_1fr] gap-4 border-b border-border py-1.5 max-tablet:grid-cols-1 max-tablet:gap-0">
    <dt className="text-text-muted">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
);
