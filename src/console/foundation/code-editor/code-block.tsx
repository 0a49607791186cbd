import type { ReactNode } from "react";

/** Static code on a sunken ground; scrolls in itself and can be reached by keyboard. */
export const CodeBlock = ({ label, children }: { label: string; children: ReactNode }) => (
  // A scrolling region must take focus, or keyboards cannot scroll it.
  <pre
    tabIndex={0}
    aria-label={label}
    className="overflow-auto print:whitespace-pre-wrap rounded border border-border bg-surface-sunken p-3 font-mono text-12 leading-5"
  >
    <code>{children}</code>
  </pre>
);
