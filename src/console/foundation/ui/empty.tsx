import type { ReactNode } from "react";

/** One sentence that says why there is nothing, and one action. */
export const Empty = ({ title, action }: { title: ReactNode; action?: ReactNode }) => (
  <div className="flex flex-col items-start gap-3 py-10">
    <p className="text-text-muted">{title}</p>
    {action}
  </div>
);
