import type { ReactNode } from "react";

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-small border border-border px-1 font-sans text-11 text-text-muted">
    {children}
  </kbd>
);
