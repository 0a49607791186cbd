import type { ReactNode } from "react";

export const Mono = ({ children }: { children: ReactNode }) => (
  <code className="font-mono text-12 leading-none font-regular">{children}</code>
);
