import type { ReactNode } from "react";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";

interface PartProps {
  title: string;
  note?: string;
  children: ReactNode;
}

/** A part of a tab with its head. */
export const Part = ({ title, note, children }: PartProps) => (
  <section aria-label={title} className="pb-4">
    <SectionHead title={title} note={note} />
    {children}
  </section>
);
