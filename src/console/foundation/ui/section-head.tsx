import type { ReactNode } from "react";

interface SectionHeadProps {
  title: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  id?: string;
}

export const SectionHead = ({ title, note, action, id }: SectionHeadProps) => (
  <div className="flex min-h-12 flex-wrap items-center gap-x-3 py-1">
    <h2 id={id} className="text-15 font-strong tracking-[-0.006em]">
      {title}
    </h2>
    {note ? <p className="text-text-muted">{note}</p> : null}
    {action ? <div className="ml-auto">{action}</div> : null}
  </div>
);
