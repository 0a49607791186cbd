import type { ReactNode } from "react";

export type StatusTone = "live" | "finished" | "off" | "warning" | "danger";

const dots = {
  live: "bg-ok-mark",
  finished: "bg-neutral-mark",
  off: "border-[1.5px] border-neutral-mark",
  warning: "bg-warning",
  danger: "bg-danger",
};

/** Shape and word together: a filled dot means live, a grey one finished, a ring off. */
export const Status = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <span aria-hidden className={`size-2 rounded-full ${dots[tone]}`} />
    {children}
  </span>
);
